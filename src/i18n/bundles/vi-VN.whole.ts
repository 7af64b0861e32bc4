import account from '../../../locales/vi-VN/account.json?whole';
import content from '../../../locales/vi-VN/content.json?whole';
import errors from '../../../locales/vi-VN/errors.json?whole';
import notices from '../../../locales/vi-VN/notices.json?whole';
import order from '../../../locales/vi-VN/order.json?whole';
import payment from '../../../locales/vi-VN/payment.json?whole';
import portal from '../../../locales/vi-VN/portal.json?whole';
import recharge from '../../../locales/vi-VN/recharge.json?whole';
import recovery from '../../../locales/vi-VN/recovery.json?whole';
import session from '../../../locales/vi-VN/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
