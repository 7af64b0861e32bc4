import account from '../../../locales/ko-KR/account.json?whole';
import content from '../../../locales/ko-KR/content.json?whole';
import errors from '../../../locales/ko-KR/errors.json?whole';
import notices from '../../../locales/ko-KR/notices.json?whole';
import order from '../../../locales/ko-KR/order.json?whole';
import payment from '../../../locales/ko-KR/payment.json?whole';
import portal from '../../../locales/ko-KR/portal.json?whole';
import recharge from '../../../locales/ko-KR/recharge.json?whole';
import recovery from '../../../locales/ko-KR/recovery.json?whole';
import session from '../../../locales/ko-KR/session.json?whole';

export const texts = { account, content, errors, notices, order, payment, portal, recharge, recovery, session };
