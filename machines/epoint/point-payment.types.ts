import type { Failure } from '../kernel/failure.ts';

/**
 * `pay`: confirmed a moment ago. `resume`: interrupted on the way, so the order is asked for first. `offer`: put aside, and paid
 * only when the player says so.
 */
export type PointPaymentInput = {
  readonly orderId: string;
  /** E Points to be taken. */
  readonly points: number;
  readonly start: 'pay' | 'resume' | 'offer';
};

export type PointPaymentContext = PointPaymentInput & {
  /** As it was last read; null when that failed. */
  readonly balance: number | null;
  /** Why they were not taken, or why nobody knows. */
  readonly failure: Failure | null;
  /** Follow-ups of an unknown outcome since the player last asked. */
  readonly attempts: number;
};

export type PointPaymentEvent =
  /** The player's button; after a doubt it asks again and never takes twice. */
  | { readonly type: 'points.pay' }
  /** The order came back to the front: the balance may have changed. */
  | { readonly type: 'balance.check' };

/** Something happened that the order's status tells: taken, or the order is over. */
export type PointPaymentReport = { readonly type: 'points.answered' };
