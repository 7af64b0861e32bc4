import account from '../../../locales/zh-CN/account.json?whole';
import content from '../../../locales/zh-CN/content.json?whole';
import errors from '../../../locales/zh-CN/errors.json?whole';
import notices from '../../../locales/zh-CN/notices.json?whole';
import order from '../../../locales/zh-CN/order.json?whole';
import payment from '../../../locales/zh-CN/payment.json?whole';
import portal from '../../../locales/zh-CN/portal.json?whole';
import recharge from '../../../locales/zh-CN/recharge.json?whole';
import recovery from '../../../locales/zh-CN/recovery.json?whole';
import session from '../../../locales/zh-CN/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
