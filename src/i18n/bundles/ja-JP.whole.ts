import account from '../../../locales/ja-JP/account.json?whole';
import content from '../../../locales/ja-JP/content.json?whole';
import errors from '../../../locales/ja-JP/errors.json?whole';
import notices from '../../../locales/ja-JP/notices.json?whole';
import order from '../../../locales/ja-JP/order.json?whole';
import payment from '../../../locales/ja-JP/payment.json?whole';
import portal from '../../../locales/ja-JP/portal.json?whole';
import recharge from '../../../locales/ja-JP/recharge.json?whole';
import recovery from '../../../locales/ja-JP/recovery.json?whole';
import session from '../../../locales/ja-JP/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
