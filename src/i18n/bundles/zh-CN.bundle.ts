import errors from '../../../locales/zh-CN/errors.json';
import notices from '../../../locales/zh-CN/notices.json';
import portal from '../../../locales/zh-CN/portal.json';
import session from '../../../locales/zh-CN/session.json';

export const texts = { errors, notices, portal, session };
