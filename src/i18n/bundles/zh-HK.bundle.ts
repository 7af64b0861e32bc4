// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import errors from '../../../locales/zh-HK/errors.json';
import notices from '../../../locales/zh-HK/notices.json';
import order from '../../../locales/zh-HK/order.json';
import payment from '../../../locales/zh-HK/payment.json';
import portal from '../../../locales/zh-HK/portal.json';
import recharge from '../../../locales/zh-HK/recharge.json';
import session from '../../../locales/zh-HK/session.json';

export const texts = { errors, notices, order, payment, portal, recharge, session };
