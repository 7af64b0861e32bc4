import errors from '../../../locales/en-US/errors.json';
import notices from '../../../locales/en-US/notices.json';
import portal from '../../../locales/en-US/portal.json';
import session from '../../../locales/en-US/session.json';

export const texts = { errors, notices, portal, session };
