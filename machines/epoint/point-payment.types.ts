import type { Failure } from '../kernel/failure.ts';

/**
 * `pay`: just confirmed. `resume`: interrupted, so the order is read first. `offer`: deferred, and paid only when the
 * player confirms.
 */
export type PointPaymentInput = {
  readonly orderId: string;
  /** The price in E Points. */
  readonly points: number;
  readonly start: 'pay' | 'resume' | 'offer';
};

export type PointPaymentContext = PointPaymentInput & {
  /** From the last read; null if it failed. */
  readonly balance: number | null;
  /** Why the payment failed, or why its outcome is unknown. */
  readonly failure: Failure | null;
  /** Reads of an unknown outcome since the player's last attempt. */
  readonly attempts: number;
};

export type PointPaymentEvent =
  /** The player pressed Pay. After an unknown outcome the order is read again, so the E Points are never spent twice. */
  | { readonly type: 'points.pay' }
  /** The order is visible again: the balance may have changed. */
  | { readonly type: 'balance.check' };

/** The order is paid or closed; its status decides. */
export type PointPaymentReport = { readonly type: 'points.finished' };
