import errors from '../../../locales/vi-VN/errors.json';
import notices from '../../../locales/vi-VN/notices.json';
import portal from '../../../locales/vi-VN/portal.json';
import session from '../../../locales/vi-VN/session.json';

export const texts = { errors, notices, portal, session };
