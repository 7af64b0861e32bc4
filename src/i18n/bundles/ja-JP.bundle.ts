// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import errors from '../../../locales/ja-JP/errors.json';
import notices from '../../../locales/ja-JP/notices.json';
import portal from '../../../locales/ja-JP/portal.json';
import session from '../../../locales/ja-JP/session.json';

export const texts = { errors, notices, portal, session };
