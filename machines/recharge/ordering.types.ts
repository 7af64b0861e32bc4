import type { Failure } from '../kernel/failure.ts';
import type { OrderTicket } from '../order/order.types.ts';
import type { Intent } from './recharge.types.ts';

/** `resumed`: stored before a reload, so that it may have been sent already. */
export type OrderingInput = {
  readonly intent: Intent;
  readonly resumed: boolean;
  /** Pre-opened in the click; null when it was blocked or the order is resumed. */
  readonly windowRef: string | null;
};

export type OrderingContext = OrderingInput & {
  /** Why the outcome is unknown. */
  readonly failure: Failure | null;
  readonly ticket: OrderTicket | null;
  /** How often the outcome was followed up since the player last asked. */
  readonly attempts: number;
};

export type OrderingEvent = { readonly type: 'order.retry' };

/** The order exists: its payment takes the pre-opened window over. Otherwise the window goes with this actor. */
export type WindowOrder = { readonly type: 'window.handOver' };

/** What the making of an order tells the wizard. */
export type OrderingReport =
  | { readonly type: 'ordering.doubted' }
  /** Several follow-ups brought no answer: the player is asked when to go on. */
  | { readonly type: 'ordering.paused' }
  | { readonly type: 'ordering.made'; readonly ticket: OrderTicket }
  /** Definitely no order. */
  | { readonly type: 'ordering.refused'; readonly failure: Failure };
