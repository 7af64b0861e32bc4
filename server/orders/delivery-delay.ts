import type { Config } from '../runtime/config.ts';

/** In the sandbox a paid order is visible as paid before it is delivered. */
const SANDBOX_DELIVERY_DELAY_MS = 1_500;

export const deliveryDelayMs = ({ sandbox }: Pick<Config, 'sandbox'>): number =>
  sandbox ? SANDBOX_DELIVERY_DELAY_MS : 0;
