import type { Failure } from '../kernel/failure.ts';
import type { Listener, Port } from '../kernel/port.ts';
import type {
  ChoiceIds,
  OrderObservation,
  OrderRecord,
  OrderTicket,
  PointsChanged,
  RefusedStatus,
} from '../order/order.types.ts';
import type { MethodReport } from './method.types.ts';

/**
 * `created`: the order was just created, and its window is navigated. `resumed`: the order is known after a reload, from the record or
 * from another device; it is read first, and no window is opened. `interrupted`: like `resumed`, but E Points were being taken when the
 * page was closed, so the payment continues without a click.
 */
export type PaymentMode = 'created' | 'resumed' | 'interrupted';

export type PaymentInput = {
  readonly ticket: OrderTicket;
  readonly mode: PaymentMode;
  /** In the dialog, or `deferred`. */
  readonly shown: boolean;
  readonly windowRef: string | null;
  /** From the last read. A known record needs no first read if the order is settled. */
  readonly record: OrderRecord | null;
};

export type PaymentContext = PaymentInput & {
  /** The player could pay, here or before a reload: a late payment is possible. */
  readonly mayBePaid: boolean;
  /** Epoch ms of the server; 0 before the first response. */
  readonly observedAt: number;
  /** Epoch ms of the server: creation + 300 s. */
  readonly deadlineAt: number;
  /** Server time of the last observed status change; 0 before the first. */
  readonly movedAt: number;
  /** Reads so far; input of the jitter. */
  readonly polls: number;
  /** Reads that the schedule started, not the player or the tab. */
  readonly scheduledPolls: number;
  /** Fast reads left after Completed. */
  readonly fastPolls: number;
  /** Another read was requested while one was in flight. */
  readonly pollQueued: boolean;
  /** The player returned while a read was in flight, so a failure of that read says nothing about the current state. */
  readonly tabReturned: boolean;
  /** Consecutive failed reads; 0 after a success. */
  readonly faults: number;
  readonly failure: Failure | null;
  /** Completed was pressed, and its read has no response yet. */
  readonly completedPressed: boolean;
  /** Completed was pressed, and the order was still pending. */
  readonly notReceived: boolean;
  /** This tab has the lock of the order and polls; other tabs follow its broadcasts. */
  readonly leading: boolean;
  readonly online: boolean;
  /** The order was overdue or failed, then paid. */
  readonly late: boolean;
  /** The first seconds of the order, in which the record may not contain it yet. */
  readonly inGracePeriod: boolean;
  /** No change is expected without an action of the player. */
  readonly pollingStopped: boolean;
  /** Responses with a regressed status; ignored. */
  readonly regressions: number;
};

export type PaymentEvent =
  | { readonly type: 'payment.later' }
  | { readonly type: 'payment.completed' }
  | { readonly type: 'payment.resume' }
  | { readonly type: 'payment.resubmit' }
  | { readonly type: 'payment.dismiss' }
  /** The player left the page of an order that has ended. */
  | { readonly type: 'payment.leave' }
  | { readonly type: 'deadline.reached' }
  /** The tab is visible again, focused, or restored from the cache. */
  | { readonly type: 'tab.woke' }
  | { readonly type: 'network.changed'; readonly online: boolean }
  | { readonly type: 'leader.elected' }
  /** A visible tab has taken over. */
  | { readonly type: 'leader.lost' }
  /** Another tab, or the page of the order, has read the order. */
  | { readonly type: 'peer.observed'; readonly observation: OrderObservation }
  | PointsChanged
  | MethodReport;

/** `late`: paid after expiry. `delivered`: the items or E Points have arrived. */
export type Settlement = { readonly orderId: string; readonly late: boolean; readonly delivered: boolean };

export type PaymentUpdate =
  | { readonly type: 'payment.deferred'; readonly orderId: string }
  | { readonly type: 'payment.shown'; readonly orderId: string }
  | ({ readonly type: 'payment.settled' } & Settlement)
  /** Overdue or failed; a late payment is reported as `payment.settled`. `earlier`: before this page was opened. */
  | { readonly type: 'payment.lapsed'; readonly orderId: string; readonly earlier: boolean }
  /** The status of the order changed. */
  | { readonly type: 'order.observed'; readonly observation: OrderObservation }
  | ({ readonly type: 'status.refused' } & RefusedStatus)
  | { readonly type: 'payment.resubmitted'; readonly orderId: string; readonly choices: ChoiceIds | null }
  /** Delivered or refunded: the E Point balance may have changed. */
  | ({ readonly type: 'payment.concluded' } & Settlement)
  /** The player continues with a new top-up while the order is being delivered. It is still followed. */
  | { readonly type: 'payment.released'; readonly orderId: string }
  | { readonly type: 'payment.dismissed'; readonly orderId: string };

type Only<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>;

/** The ports of the order, without those of its payment method. */
export type OrderPorts = {
  /**
   * `/api/order/record`, or `/api/epoint/paymentIds/detail` for an E Point order, with a timeout of 10 s. Also broadcasts the result to
   * the other tabs. Rejects with `orderNumberWrong` if the record does not contain the order (replica lag in its first seconds).
   */
  readOrder: Port<OrderObservation, Pick<OrderTicket, 'kind' | 'orderId'>>;
  /** Deletes the stored order. Never rejects. */
  deleteOrder: Port<void, { readonly orderId: string }>;
  /** Stores whether the order is deferred, so that a reload shows it the same way. Never rejects. */
  saveDeferred: Port<void, { readonly orderId: string; readonly deferred: boolean }>;
  /** Fires once server time has reached `at` (epoch ms), re-checked whenever the tab wakes. */
  deadline: Listener<never, Only<'deadline.reached'>, { readonly at: number }>;
  /** Wake-ups and connectivity while the order is tracked. */
  environment: Listener<never, Only<'tab.woke' | 'network.changed'>>;
  /** Web Lock and broadcasts: one tab polls, the one that became visible last; the others follow. Without the lock API every tab leads. */
  peers: Listener<never, Only<'leader.elected' | 'leader.lost' | 'peer.observed'>, { readonly orderId: string }>;
};
