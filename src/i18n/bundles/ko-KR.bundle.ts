// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import errors from '../../../locales/ko-KR/errors.json';
import notices from '../../../locales/ko-KR/notices.json';
import order from '../../../locales/ko-KR/order.json';
import payment from '../../../locales/ko-KR/payment.json';
import portal from '../../../locales/ko-KR/portal.json';
import recharge from '../../../locales/ko-KR/recharge.json';
import session from '../../../locales/ko-KR/session.json';

export const texts = { errors, notices, order, payment, portal, recharge, session };
