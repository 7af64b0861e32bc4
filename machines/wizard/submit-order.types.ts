import type { Failure } from '../kernel/failure.ts';
import type { OrderTicket, Purchase } from '../order/order.types.ts';

/** What the player confirmed, stored before the request leaves. `confirmedAt`: epoch milliseconds of the server's clock. */
export type OrderIntent = {
  readonly key: string;
  readonly confirmedAt: number;
  readonly choices: Purchase;
};

/** `resumed`: stored before a reload, so that it may have been sent already. */
export type SubmitOrderInput = {
  readonly intent: OrderIntent;
  readonly resumed: boolean;
  /** Pre-opened in the click; null when it was blocked, not needed, or the order is resumed. */
  readonly windowRef: string | null;
};

export type SubmitOrderContext = SubmitOrderInput & {
  /** Why the outcome is unknown. */
  readonly failure: Failure | null;
  readonly ticket: OrderTicket | null;
  /** How often the outcome was followed up since the player last asked. */
  readonly attempts: number;
};

export type SubmitOrderEvent = { readonly type: 'order.retry' };

/** The order exists: its payment takes the pre-opened window over. Otherwise the window goes with this actor. */
export type WindowEvent = { readonly type: 'window.release' };

/** What the making of an order tells its wizard. */
export type SubmitOrderReport =
  | { readonly type: 'order.uncertain' }
  /** The order could not be sent again because the role list is not cached. */
  | { readonly type: 'order.rolesMissing' }
  /** Several follow-ups brought no answer: the player is asked when to go on. */
  | { readonly type: 'order.waiting' }
  | { readonly type: 'order.placed'; readonly ticket: OrderTicket }
  /** Definitely no order. */
  | { readonly type: 'order.refused'; readonly failure: Failure };
