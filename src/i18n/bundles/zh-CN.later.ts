import account from '../../../locales/zh-CN/account.json';
import content from '../../../locales/zh-CN/content.json';
import order from '../../../locales/zh-CN/order.json';
import payment from '../../../locales/zh-CN/payment.json';
import recharge from '../../../locales/zh-CN/recharge.json';
import recovery from '../../../locales/zh-CN/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
