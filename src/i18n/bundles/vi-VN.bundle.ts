// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import errors from '../../../locales/vi-VN/errors.json';
import notices from '../../../locales/vi-VN/notices.json';
import order from '../../../locales/vi-VN/order.json';
import payment from '../../../locales/vi-VN/payment.json';
import portal from '../../../locales/vi-VN/portal.json';
import recharge from '../../../locales/vi-VN/recharge.json';
import session from '../../../locales/vi-VN/session.json';

export const texts = { errors, notices, order, payment, portal, recharge, session };
