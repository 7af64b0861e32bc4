import account from '../../../locales/zh-TW/account.json?whole';
import content from '../../../locales/zh-TW/content.json?whole';
import errors from '../../../locales/zh-TW/errors.json?whole';
import notices from '../../../locales/zh-TW/notices.json?whole';
import order from '../../../locales/zh-TW/order.json?whole';
import payment from '../../../locales/zh-TW/payment.json?whole';
import portal from '../../../locales/zh-TW/portal.json?whole';
import recharge from '../../../locales/zh-TW/recharge.json?whole';
import recovery from '../../../locales/zh-TW/recovery.json?whole';
import session from '../../../locales/zh-TW/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
