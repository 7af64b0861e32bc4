// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import order from '../../../locales/de-DE/order.json';
import payment from '../../../locales/de-DE/payment.json';
import recharge from '../../../locales/de-DE/recharge.json';

export const texts = { order, payment, recharge };
