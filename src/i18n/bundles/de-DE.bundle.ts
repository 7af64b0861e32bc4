import errors from '../../../locales/de-DE/errors.json';
import notices from '../../../locales/de-DE/notices.json';
import portal from '../../../locales/de-DE/portal.json';
import session from '../../../locales/de-DE/session.json';

export const texts = { errors, notices, portal, session };
