import errors from '../../../locales/zh-HK/errors.json';
import notices from '../../../locales/zh-HK/notices.json';
import portal from '../../../locales/zh-HK/portal.json';
import session from '../../../locales/zh-HK/session.json';

export const texts = { errors, notices, portal, session };
