import account from '../../../locales/de-DE/account.json?whole';
import content from '../../../locales/de-DE/content.json?whole';
import errors from '../../../locales/de-DE/errors.json?whole';
import notices from '../../../locales/de-DE/notices.json?whole';
import order from '../../../locales/de-DE/order.json?whole';
import payment from '../../../locales/de-DE/payment.json?whole';
import portal from '../../../locales/de-DE/portal.json?whole';
import recharge from '../../../locales/de-DE/recharge.json?whole';
import recovery from '../../../locales/de-DE/recovery.json?whole';
import session from '../../../locales/de-DE/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
