import * as v from 'valibot';

export const CASHIER_ACTIONS = ['pay', 'decline', 'close', 'pay-late', 'pay-twice', 'never'] as const;

/** Actions of the cashier page and of `/sandbox/orders/:id/<action>`. */
export type CashierAction = (typeof CASHIER_ACTIONS)[number];

/** Body of a sandbox notification. `type` is informational: the receiver queries the provider. */
export const sandboxEvent = v.object({
  event_id: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
  type: v.picklist(['payment.captured', 'payment.declined', 'payment.closed', 'payment.refunded']),
  reference: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
  order_id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  amount_minor: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.pipe(v.string(), v.length(3)),
});

export type SandboxEvent = v.InferOutput<typeof sandboxEvent>;
