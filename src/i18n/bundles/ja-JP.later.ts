// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import order from '../../../locales/ja-JP/order.json';
import payment from '../../../locales/ja-JP/payment.json';
import recharge from '../../../locales/ja-JP/recharge.json';

export const texts = { order, payment, recharge };
