import type { Failure } from '../kernel/failure.ts';
import type { Listener, Port } from '../kernel/port.ts';
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

export type IntentInput = { readonly intent: OrderIntent };
export type WindowInput = { readonly windowRef: string | null };

/** Every port rejects with a kernel `Failure`. */
export type IntentPorts = {
  /** Must be durable before `createOrder` is called. Rejects with `storageRefused` when the browser stores nothing. */
  saveIntent: Port<void, IntentInput>;
  /**
   * Calls the endpoint that fits the choices, with the intent's key and quote, and stores the ticket before it resolves.
   * Rejects with `timedOut` or `requestError` when the outcome is unknown. Sends nothing and rejects, without a code of the API, with
   * `recipientNeeded` when no role list is cached and with `roleGone` when the list lacks the role. After the time to pay, it sends
   * nothing and rejects with `timedOut`.
   */
  createOrder: Port<OrderTicket, IntentInput>;
  /**
   * Finds the intent's order in `/api/order/record` (same item and recipient, at most a minute older). Stores its ticket, as
   * `createOrder` does. Resolves to null only if `createOrder` may send the same key again: the API honors keys, and either every row
   * was read and none can be the order, or the API can still prepare the payment page of the order.
   * Rejects with `requestError` when nothing proves that no order exists. Rejects with `priceChanged` when the order is unpaid and its
   * price in E Points differs from the confirmed price. Rejects with `orderNumberWrong`, without a code, when there is no order and the
   * time to pay is over: the player must confirm again.
   */
  lookUpOrder: Port<OrderTicket | null, IntentInput>;
  /** The player returned to the tab, or the browser is online again. */
  wakeUps: Listener<never, Extract<SubmitOrderEvent, { type: 'tab.woke' }>>;
};

export type SubmitOrderPorts = IntentPorts & {
  /** Closes the pre-opened window of an order that was not created. Never rejects. */
  closeWindow: Port<void, WindowInput>;
};

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
