// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import order from '../../../locales/zh-HK/order.json';
import payment from '../../../locales/zh-HK/payment.json';
import recharge from '../../../locales/zh-HK/recharge.json';

export const texts = { order, payment, recharge };
