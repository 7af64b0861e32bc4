// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import errors from '../../../locales/th-TH/errors.json';
import notices from '../../../locales/th-TH/notices.json';
import order from '../../../locales/th-TH/order.json';
import payment from '../../../locales/th-TH/payment.json';
import portal from '../../../locales/th-TH/portal.json';
import recharge from '../../../locales/th-TH/recharge.json';
import session from '../../../locales/th-TH/session.json';

export const texts = { errors, notices, order, payment, portal, recharge, session };
