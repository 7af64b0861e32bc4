import account from '../../../locales/zh-TW/account.json';
import content from '../../../locales/zh-TW/content.json';
import order from '../../../locales/zh-TW/order.json';
import payment from '../../../locales/zh-TW/payment.json';
import recharge from '../../../locales/zh-TW/recharge.json';
import recovery from '../../../locales/zh-TW/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
