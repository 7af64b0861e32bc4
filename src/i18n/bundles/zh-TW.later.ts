// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import order from '../../../locales/zh-TW/order.json';
import payment from '../../../locales/zh-TW/payment.json';
import recharge from '../../../locales/zh-TW/recharge.json';

export const texts = { order, payment, recharge };
