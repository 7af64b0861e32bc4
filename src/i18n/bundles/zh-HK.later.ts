import account from '../../../locales/zh-HK/account.json';
import content from '../../../locales/zh-HK/content.json';
import order from '../../../locales/zh-HK/order.json';
import payment from '../../../locales/zh-HK/payment.json';
import recharge from '../../../locales/zh-HK/recharge.json';
import recovery from '../../../locales/zh-HK/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
