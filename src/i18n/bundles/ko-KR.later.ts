// biome-ignore-all lint/style/useFilenamingConvention: named by its BCP 47 tag
import order from '../../../locales/ko-KR/order.json';
import payment from '../../../locales/ko-KR/payment.json';
import recharge from '../../../locales/ko-KR/recharge.json';

export const texts = { order, payment, recharge };
