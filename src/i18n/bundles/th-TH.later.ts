import account from '../../../locales/th-TH/account.json';
import content from '../../../locales/th-TH/content.json';
import order from '../../../locales/th-TH/order.json';
import payment from '../../../locales/th-TH/payment.json';
import recharge from '../../../locales/th-TH/recharge.json';
import recovery from '../../../locales/th-TH/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
