import errors from '../../../locales/th-TH/errors.json';
import notices from '../../../locales/th-TH/notices.json';
import portal from '../../../locales/th-TH/portal.json';
import session from '../../../locales/th-TH/session.json';

export const texts = { errors, notices, portal, session };
