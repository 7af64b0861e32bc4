import account from '../../../locales/zh-HK/account.json?whole';
import content from '../../../locales/zh-HK/content.json?whole';
import errors from '../../../locales/zh-HK/errors.json?whole';
import notices from '../../../locales/zh-HK/notices.json?whole';
import order from '../../../locales/zh-HK/order.json?whole';
import payment from '../../../locales/zh-HK/payment.json?whole';
import portal from '../../../locales/zh-HK/portal.json?whole';
import recharge from '../../../locales/zh-HK/recharge.json?whole';
import recovery from '../../../locales/zh-HK/recovery.json?whole';
import session from '../../../locales/zh-HK/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
