import errors from '../../../locales/zh-TW/errors.json';
import notices from '../../../locales/zh-TW/notices.json';
import portal from '../../../locales/zh-TW/portal.json';
import session from '../../../locales/zh-TW/session.json';

export const texts = { errors, notices, portal, session };
