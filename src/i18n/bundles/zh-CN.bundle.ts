// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import errors from '../../../locales/zh-CN/errors.json';
import notices from '../../../locales/zh-CN/notices.json';
import order from '../../../locales/zh-CN/order.json';
import payment from '../../../locales/zh-CN/payment.json';
import portal from '../../../locales/zh-CN/portal.json';
import recharge from '../../../locales/zh-CN/recharge.json';
import session from '../../../locales/zh-CN/session.json';

export const texts = { errors, notices, order, payment, portal, recharge, session };
