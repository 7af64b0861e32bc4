import type { Failure } from '../kernel/failure.ts';
import type { OrderTicket, Purchase } from '../order/order.types.ts';

/** What the player confirmed, stored before the request leaves. `confirmedAt`: epoch milliseconds of the server's clock. */
export type OrderIntent = {
  readonly key: string;
  readonly confirmedAt: number;
  readonly choices: Purchase;
};

/** `resumed`: stored before a reload, so that it may have been sent already. */
export type OrderingInput = {
  readonly intent: OrderIntent;
  readonly resumed: boolean;
  /** Pre-opened in the click; null when it was blocked, not needed, or the order is resumed. */
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

/** What the making of an order tells its wizard. */
export type OrderingReport =
  | { readonly type: 'ordering.doubted' }
  /** The order could not be sent again because the role list is not cached. */
  | { readonly type: 'ordering.rolesMissing' }
  /** Several follow-ups brought no answer: the player is asked when to go on. */
  | { readonly type: 'ordering.paused' }
  | { readonly type: 'ordering.made'; readonly ticket: OrderTicket }
  /** Definitely no order. */
  | { readonly type: 'ordering.refused'; readonly failure: Failure };
