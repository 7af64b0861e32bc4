import type { PointPaymentReport } from '../epoint/point-payment.types.ts';
import type { Failure } from '../kernel/failure.ts';
import type { ChoiceIds, OrderObservation, OrderRecord, OrderTicket, RefusedStatus } from '../order/order.types.ts';

/**
 * `created`: made a moment ago, its window is to be navigated. `resumed`: after a reload, from the record or another
 * device: asks first, opens nothing by itself.
 */
export type PaymentInput = {
  readonly ticket: OrderTicket;
  readonly mode: 'created' | 'resumed';
  /** Whether the dialog is in front (`awaiting`) or put aside (`deferred`) when a resumed order turns out unpaid. */
  readonly shown: boolean;
  readonly windowRef: string | null;
  /** What is already known, so that a settled order needs no first question. */
  readonly record: OrderRecord | null;
};

export type PaymentContext = {
  readonly ticket: OrderTicket;
  readonly mode: 'created' | 'resumed';
  readonly shown: boolean;
  readonly windowRef: string | null;
  /** pay_url was opened or offered as link and code, here or before a reload: money may come late. */
  readonly mayBePaid: boolean;
  /** The last attempt to open one failed. */
  readonly windowBlocked: boolean;
  /** null until pay_url was looked at; only `allowed` may be offered as a link. */
  readonly payUrlVerdict: 'allowed' | 'refused' | null;
  readonly record: OrderRecord | null;
  /** Epoch ms of the server; 0 until the first answer. */
  readonly observedAt: number;
  /** Epoch ms of the server: creation + 300 s. */
  readonly deadlineAt: number;
  /** Server time of the last change of status that was seen; 0 before the first. */
  readonly movedAt: number;
  /** Questions asked so far; spreads the jitter. */
  readonly polls: number;
  /** How many of them came from the schedule and not from the player or the tab. */
  readonly scheduledPolls: number;
  /** Questions that are still asked in haste after Completed. */
  readonly fastPolls: number;
  /** Another question was wanted while one was out. */
  readonly pollQueued: boolean;
  /** Consecutive failed questions; 0 after a good one. */
  readonly faults: number;
  readonly failure: Failure | null;
  /** Completed was completedPressed and not answered yet. */
  readonly completedPressed: boolean;
  /** Completed was completedPressed and the answer was still "pending". */
  readonly notReceived: boolean;
  /** This tab holds the order's lock and asks on a schedule; others follow its broadcasts. */
  readonly leading: boolean;
  readonly online: boolean;
  /** The order was overdue or failed, then paid. */
  readonly late: boolean;
  /** The order's first seconds, in which the record may not know it yet. */
  readonly fresh: boolean;
  /** Nothing more is expected without the player's doing. */
  readonly scheduleOver: boolean;
  /** Answers that would have taken a known fact back; ignored. */
  readonly regressions: number;
};

export type PaymentEvent =
  | { readonly type: 'payment.later' }
  | { readonly type: 'payment.completed' }
  | { readonly type: 'payment.resume' }
  /**
   * The player opened the payment page again, or completedPressed the real link that a blocked window left. `windowRef` null: the
   * link; while no link is shown: the browser blocked the window once more.
   */
  | { readonly type: 'payment.open'; readonly windowRef: string | null }
  | { readonly type: 'payment.resubmit' }
  | { readonly type: 'payment.dismiss' }
  | { readonly type: 'deadline.reached' }
  /** Visible again, focused, or shown from the cache. */
  | { readonly type: 'tab.woke' }
  | { readonly type: 'network.changed'; readonly online: boolean }
  | { readonly type: 'window.closed' }
  | { readonly type: 'lead.gained' }
  | { readonly type: 'peer.observed'; readonly observation: OrderObservation }
  | PointPaymentReport;

/** What a payment tells the root. */
export type PaymentReport =
  | { readonly type: 'payment.deferred'; readonly orderId: string }
  | { readonly type: 'payment.shown'; readonly orderId: string }
  | { readonly type: 'payment.settled'; readonly orderId: string; readonly late: boolean }
  /** Overdue or failed: nothing is waited for any more, unless money comes late (`payment.settled`). */
  | { readonly type: 'payment.lapsed'; readonly orderId: string }
  /** The order is somewhere else than before. */
  | { readonly type: 'order.observed'; readonly observation: OrderObservation }
  | ({ readonly type: 'status.refused' } & RefusedStatus)
  | { readonly type: 'payment.resubmitted'; readonly orderId: string; readonly choices: ChoiceIds | null }
  /** Delivered or args back: E Points may have come. */
  | { readonly type: 'payment.concluded'; readonly orderId: string }
  | { readonly type: 'payment.dismissed'; readonly orderId: string };
