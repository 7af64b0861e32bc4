import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { redirectUrl } from '../order/order.purchase.ts';
import type { OrderRecord, OrderTicket } from '../order/order.types.ts';
import type { paymentMachine } from './payment.machine.ts';

type Facts = {
  readonly ticket: OrderTicket;
  readonly record: OrderRecord | null;
  /** Epoch ms of the server. */
  readonly deadlineAt: number;
  /** Host of pay_url, shown in the dialog; null if pay_url was refused. */
  readonly host: string | null;
};

export type PaymentScreen =
  | ({ readonly name: 'opening' } & Facts)
  | ({
      readonly name: 'awaiting';
      readonly checking: boolean;
      readonly notReceived: boolean;
      readonly offline: boolean;
      readonly failure: Failure | null;
      /** The window did not open: link, QR code and "copy link" instead. */
      readonly blocked: boolean;
      /** pay_url is not safe to open: support instead of a link. */
      readonly refused: boolean;
    } & Facts)
  /** Paid with E Points: views draw the `pointPayment` child. */
  | ({ readonly name: 'points' } & Facts)
  | ({ readonly name: 'deferred'; readonly checking: boolean } & Facts)
  /** The deadline has passed, and a final read decides. */
  | ({ readonly name: 'last-check'; readonly failure: Failure | null } & Facts)
  | ({ readonly name: 'overdue'; readonly watching: boolean } & Facts)
  | ({ readonly name: 'failed' } & Facts)
  /** Paid, not delivered yet. `late`: paid after expiry. */
  | ({ readonly name: 'paid'; readonly late: boolean } & Facts)
  | ({ readonly name: 'delivered'; readonly late: boolean } & Facts)
  | ({ readonly name: 'refunded' } & Facts)
  /** The record does not contain the order, even after its first seconds. */
  | ({ readonly name: 'unknown' } & Facts);

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

const HOST = /^https?:\/\/([^/?#\\@]+)(?:[/?#]|$)/;

const factsOf = ({ context: { ticket, record, deadlineAt, payUrlVerdict } }: PaymentSnapshot): Facts => ({
  ticket,
  record,
  deadlineAt,
  host: payUrlVerdict === 'allowed' ? (HOST.exec(redirectUrl(ticket) ?? '')?.[1] ?? null) : null,
});

const unpaidScreen = (snapshot: PaymentSnapshot): PaymentScreen => {
  const facts = factsOf(snapshot);
  const { mode, windowRef, notReceived, online, failure, payUrlVerdict, shown } = snapshot.context;
  const checking = snapshot.hasTag('checking');
  if (!shown) return { name: 'deferred', checking, ...facts };
  if (facts.ticket.payment.kind === 'points') return { name: 'points', ...facts };
  if (snapshot.hasTag('opening') && (mode === 'created' || windowRef !== null)) return { name: 'opening', ...facts };
  const blocked = snapshot.hasTag('blocked');
  return {
    name: 'awaiting',
    checking,
    notReceived,
    offline: !online,
    failure,
    blocked: blocked && payUrlVerdict === 'allowed',
    refused: payUrlVerdict === 'refused' || (blocked && payUrlVerdict === null),
    ...facts,
  };
};

export const selectPaymentScreen = (snapshot: PaymentSnapshot): PaymentScreen => {
  const facts = factsOf(snapshot);
  const { failure, late } = snapshot.context;
  if (snapshot.hasTag('last-check')) return { name: 'last-check', failure, ...facts };
  const status = facts.record?.status ?? 'pending';
  if (snapshot.hasTag('unknown') || (snapshot.hasTag('over') && status === 'pending'))
    return { name: 'unknown', ...facts };
  switch (status) {
    case 'pending':
      return unpaidScreen(snapshot);
    case 'paid':
      return { name: 'paid', late, ...facts };
    case 'failed':
      return { name: 'failed', ...facts };
    case 'delivered':
      return { name: 'delivered', late, ...facts };
    case 'refunded':
      return { name: 'refunded', ...facts };
    case 'overdue':
      return { name: 'overdue', watching: snapshot.hasTag('watching'), ...facts };
  }
};
