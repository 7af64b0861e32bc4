import type { Failure } from '../kernel/failure.ts';

/**
 * `pay`: just confirmed. `resume`: interrupted, so the order is read first. `offer`: deferred, and paid only when the
 * player confirms.
 */
export type PointPaymentInput = {
  readonly orderId: string;
  /** E Points to be taken. */
  readonly points: number;
  readonly start: 'pay' | 'resume' | 'offer';
};

export type PointPaymentContext = PointPaymentInput & {
  /** From the last reading; null when that failed. */
  readonly balance: number | null;
  /** Why they were not taken, or why that is unknown. */
  readonly failure: Failure | null;
  /** Follow-ups of an unknown outcome since the player last asked. */
  readonly attempts: number;
};

export type PointPaymentEvent =
  /** The player's button. After an unknown outcome it reads the order again and never takes the points twice. */
  | { readonly type: 'points.pay' }
  /** The order is visible again: the balance may have changed. */
  | { readonly type: 'balance.check' };

/** The points were taken or the order is over; the order's status says which. */
export type PointPaymentReport = { readonly type: 'points.finished' };
