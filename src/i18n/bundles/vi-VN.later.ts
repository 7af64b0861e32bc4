import account from '../../../locales/vi-VN/account.json';
import content from '../../../locales/vi-VN/content.json';
import order from '../../../locales/vi-VN/order.json';
import payment from '../../../locales/vi-VN/payment.json';
import recharge from '../../../locales/vi-VN/recharge.json';
import recovery from '../../../locales/vi-VN/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
