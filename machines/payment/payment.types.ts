import type { Failure } from '../kernel/failure.ts';
import type { ChoiceIds, OrderObservation, OrderRecord, OrderTicket } from '../order/order.types.ts';

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
  readonly windowOpened: boolean;
  readonly record: OrderRecord | null;
  /** Epoch ms of the server; 0 until the first answer. */
  readonly observedAt: number;
  /** Epoch ms of the server: creation + 300 s. */
  readonly deadlineAt: number;
  /** Questions asked so far; spreads the jitter. */
  readonly polls: number;
  /** Consecutive failed questions; 0 after a good one. */
  readonly faults: number;
  readonly failure: Failure | null;
  /** Completed was pressed and the answer was still "pending". */
  readonly notReceived: boolean;
  /** This tab holds the order's lock and asks on a schedule; others follow its broadcasts. */
  readonly leading: boolean;
  readonly online: boolean;
  /** The order was overdue or failed, then paid. */
  readonly late: boolean;
};

export type PaymentEvent =
  | { readonly type: 'payment.later' }
  | { readonly type: 'payment.completed' }
  | { readonly type: 'payment.resume' }
  /** The player pressed a real link to the payment page, or opened it again. `windowRef` null: plain link. */
  | { readonly type: 'payment.open'; readonly windowRef: string | null }
  | { readonly type: 'payment.resubmit' }
  | { readonly type: 'payment.dismiss' }
  | { readonly type: 'deadline.reached' }
  /** visibility, focus, online, pageshow */
  | { readonly type: 'tab.woke' }
  | { readonly type: 'network.changed'; readonly online: boolean }
  | { readonly type: 'window.closed' }
  | { readonly type: 'lead.gained' }
  | { readonly type: 'peer.observed'; readonly observation: OrderObservation };

/** What a payment tells the root. */
export type PaymentReport =
  | { readonly type: 'payment.deferred'; readonly orderId: string }
  | { readonly type: 'payment.shown'; readonly orderId: string }
  | { readonly type: 'payment.settled'; readonly orderId: string; readonly late: boolean }
  | { readonly type: 'payment.resubmitted'; readonly orderId: string; readonly choices: ChoiceIds | null }
  | { readonly type: 'payment.dismissed'; readonly orderId: string };
