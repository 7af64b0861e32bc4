import account from '../../../locales/ja-JP/account.json';
import content from '../../../locales/ja-JP/content.json';
import order from '../../../locales/ja-JP/order.json';
import payment from '../../../locales/ja-JP/payment.json';
import recharge from '../../../locales/ja-JP/recharge.json';
import recovery from '../../../locales/ja-JP/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
