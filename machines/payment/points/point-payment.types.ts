import type { Failure } from '../../kernel/failure.ts';
import type { Listener, Port } from '../../kernel/port.ts';
import type { OrderObservation } from '../../order/order.types.ts';
import type { MethodEvent, MethodInput } from '../method.types.ts';

export type PointPaymentInput = MethodInput<'points'>;

export type PointPaymentContext = {
  readonly orderId: string;
  /** The price in E Points. */
  readonly points: number;
  /** `resume`: the order is read before anything is paid. */
  readonly start: PointPaymentInput['start'];
  /** From the last read; null if it failed. */
  readonly balance: number | null;
  /** Why the payment failed, or why its outcome is unknown. */
  readonly failure: Failure | null;
  /** Reads of an unknown outcome since the player's last attempt. */
  readonly attempts: number;
};

/** `mayRepeat`: the API takes E Points for an order once, however often the portal calls it. */
export type PointOrder = OrderObservation & { readonly mayRepeat: boolean };

/** Stores whether E Points are being taken, for the next page load. */
export type PointPaymentEffect = { readonly type: 'spending.save'; readonly spending: boolean };

export type PointPaymentEvent =
  /** The player pressed Pay. After an unknown outcome the order is read again, so the E Points are never spent twice. */
  { readonly type: 'points.pay' } | MethodEvent;

/** Every port rejects with a kernel `Failure`. */
export type PointPaymentPorts = {
  /** `/api/operate/coinBalance` and `/api/epoint/balance`, in E Points. If they differ, both are read again and the lower amount is used. */
  loadCoinBalance: Port<number, Record<string, never>>;
  /** `/api/payment/order/epoint/pay`. Rejects with `balanceInsufficient`, `orderOver`, or a reason such as `timedOut` for an unknown outcome. */
  payWithPoints: Port<void, { readonly orderId: string }>;
  /** Stores with the order whether E Points are being taken for it. Never throws. */
  effects: Listener<PointPaymentEffect, never, { readonly orderId: string }>;
  /** `/api/epoint/paymentIds/detail` for one order. */
  readOrder: Port<PointOrder, { readonly kind: 'epoint'; readonly orderId: string }>;
};
