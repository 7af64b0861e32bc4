import errors from '../../../locales/ja-JP/errors.json';
import notices from '../../../locales/ja-JP/notices.json';
import portal from '../../../locales/ja-JP/portal.json';
import session from '../../../locales/ja-JP/session.json';

export const texts = { errors, notices, portal, session };
