import account from '../../../locales/ko-KR/account.json';
import content from '../../../locales/ko-KR/content.json';
import order from '../../../locales/ko-KR/order.json';
import payment from '../../../locales/ko-KR/payment.json';
import recharge from '../../../locales/ko-KR/recharge.json';
import recovery from '../../../locales/ko-KR/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
