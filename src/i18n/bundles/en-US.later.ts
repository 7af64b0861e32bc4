import account from '../../../locales/en-US/account.json';
import content from '../../../locales/en-US/content.json';
import order from '../../../locales/en-US/order.json';
import payment from '../../../locales/en-US/payment.json';
import recharge from '../../../locales/en-US/recharge.json';
import recovery from '../../../locales/en-US/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
