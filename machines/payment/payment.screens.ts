import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { isInPhase, type OrderStatus, type StatusIn } from '../order/order.status.ts';
import type { paymentMachine } from './payment.machine.ts';
import { isPollingActive } from './payment.model.ts';
import type { PaymentContext } from './payment.types.ts';

type Facts = Pick<PaymentContext, 'ticket' | 'record' | 'deadlineAt'>;

export type PaymentScreen =
  /** Waits for the payment; the view of `ticket.payment.kind` draws how it is paid. */
  | ({
      readonly name: 'unpaid';
      readonly checking: boolean;
      readonly notReceived: boolean;
      readonly offline: boolean;
      readonly failure: Failure | null;
    } & Facts)
  | ({ readonly name: 'deferred'; readonly checking: boolean } & Facts)
  /** The deadline has passed, and a final read decides. */
  | ({ readonly name: 'last-check'; readonly failure: Failure | null } & Facts)
  | ResultScreen;

export type ResultScreen =
  /** A status after the payment. `late`: paid after expiry. `watching`: a late payment is expected, and the order is read. */
  | ({
      readonly name: Exclude<OrderStatus, StatusIn<'unpaid'>>;
      readonly late: boolean;
      readonly watching: boolean;
    } & Facts)
  /** The record does not contain the order, even after its first seconds. */
  | ({ readonly name: 'unknown' } & Facts);

/** Whether an order with this screen no longer waits for its payment. */
export const isResult = (name: PaymentScreen['name']): name is ResultScreen['name'] =>
  name !== 'unpaid' && name !== 'deferred' && name !== 'last-check';

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

const factsOf = ({ context: { ticket, record, deadlineAt } }: PaymentSnapshot): Facts => ({
  ticket,
  record,
  deadlineAt,
});

const unpaidScreen = (snapshot: PaymentSnapshot): PaymentScreen => {
  const facts = factsOf(snapshot);
  const { notReceived, online, failure, shown } = snapshot.context;
  const checking = snapshot.hasTag('checking');
  return shown
    ? { name: 'unpaid', checking, notReceived, offline: !online, failure, ...facts }
    : { name: 'deferred', checking, ...facts };
};

export const selectPaymentScreen = (snapshot: PaymentSnapshot): PaymentScreen => {
  const facts = factsOf(snapshot);
  const { failure, late } = snapshot.context;
  if (snapshot.hasTag('last-check')) return { name: 'last-check', failure, ...facts };
  const status = facts.record?.status ?? 'pending';
  if (snapshot.hasTag('unknown') || (snapshot.hasTag('over') && status === 'pending'))
    return { name: 'unknown', ...facts };
  if (isInPhase(status, 'unpaid')) return unpaidScreen(snapshot);
  return { name: status, late, watching: snapshot.hasTag('watching') && isPollingActive(snapshot.context), ...facts };
};
