import type { Config } from '../kernel/config.ts';

/** So that a paid order can be seen as paid before it is delivered. */
const SANDBOX_DELIVERY_DELAY_MS = 1_500;

export const deliveryDelayMs = ({ sandbox }: Pick<Config, 'sandbox'>): number =>
  sandbox ? SANDBOX_DELIVERY_DELAY_MS : 0;
