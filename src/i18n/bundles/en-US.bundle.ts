// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import errors from '../../../locales/en-US/errors.json';
import notices from '../../../locales/en-US/notices.json';
import order from '../../../locales/en-US/order.json';
import payment from '../../../locales/en-US/payment.json';
import portal from '../../../locales/en-US/portal.json';
import recharge from '../../../locales/en-US/recharge.json';
import session from '../../../locales/en-US/session.json';

export const texts = { errors, notices, order, payment, portal, recharge, session };
