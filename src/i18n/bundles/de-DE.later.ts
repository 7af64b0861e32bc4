import account from '../../../locales/de-DE/account.json';
import content from '../../../locales/de-DE/content.json';
import order from '../../../locales/de-DE/order.json';
import payment from '../../../locales/de-DE/payment.json';
import recharge from '../../../locales/de-DE/recharge.json';
import recovery from '../../../locales/de-DE/recovery.json';

export const texts = { account, content, order, payment, recharge, recovery };
