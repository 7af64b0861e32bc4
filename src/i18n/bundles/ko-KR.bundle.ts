import errors from '../../../locales/ko-KR/errors.json';
import notices from '../../../locales/ko-KR/notices.json';
import portal from '../../../locales/ko-KR/portal.json';
import session from '../../../locales/ko-KR/session.json';

export const texts = { errors, notices, portal, session };
