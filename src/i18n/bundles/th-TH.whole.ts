import account from '../../../locales/th-TH/account.json?whole';
import content from '../../../locales/th-TH/content.json?whole';
import errors from '../../../locales/th-TH/errors.json?whole';
import notices from '../../../locales/th-TH/notices.json?whole';
import order from '../../../locales/th-TH/order.json?whole';
import payment from '../../../locales/th-TH/payment.json?whole';
import portal from '../../../locales/th-TH/portal.json?whole';
import recharge from '../../../locales/th-TH/recharge.json?whole';
import recovery from '../../../locales/th-TH/recovery.json?whole';
import session from '../../../locales/th-TH/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
