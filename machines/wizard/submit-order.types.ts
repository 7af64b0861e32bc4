import type { Failure } from '../kernel/failure.ts';
import type { OrderTicket, Purchase } from '../order/order.types.ts';

/** What the player confirmed, stored before the first request. `confirmedAt`: server time in ms. */
export type OrderIntent = {
  readonly key: string;
  readonly confirmedAt: number;
  readonly choices: Purchase;
};

/** `resumed`: the intent was stored before a reload, so it may have been sent already. */
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
  /** Lookups and repeats without a lookup since the player last retried. */
  readonly attempts: number;
};

export type SubmitOrderEvent =
  | { readonly type: 'order.retry' }
  /** The player returned to the tab, or the browser is online again. */
  | { readonly type: 'tab.woke' };

/** The order exists, and its payment takes over the pre-opened window. */
export type WindowEvent = { readonly type: 'window.release' };

/** What this machine reports to its wizard. */
export type SubmitOrderReport =
  | { readonly type: 'order.uncertain' }
  /** The order could not be sent again because the cached role list is missing or lacks the role. */
  | { readonly type: 'order.rolesMissing' }
  /** The first lookups found no order: the player decides, while the order is still looked up from time to time. `failure`: the last one. */
  | { readonly type: 'order.waiting'; readonly failure: Failure | null }
  | { readonly type: 'order.placed'; readonly ticket: OrderTicket }
  /** The order does not exist, or it is not paid because the player must confirm again: the price changed, or it is too late. */
  | { readonly type: 'order.refused'; readonly failure: Failure };
