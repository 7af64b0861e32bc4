import account from '../../../locales/en-US/account.json?whole';
import content from '../../../locales/en-US/content.json?whole';
import errors from '../../../locales/en-US/errors.json?whole';
import notices from '../../../locales/en-US/notices.json?whole';
import order from '../../../locales/en-US/order.json?whole';
import payment from '../../../locales/en-US/payment.json?whole';
import portal from '../../../locales/en-US/portal.json?whole';
import recharge from '../../../locales/en-US/recharge.json?whole';
import recovery from '../../../locales/en-US/recovery.json?whole';
import session from '../../../locales/en-US/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
