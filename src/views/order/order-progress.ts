import {
  hasLapsed,
  isInPhase,
  isOpen,
  ORDER_STATUSES,
  type OrderPhase,
  type OrderStatus,
  phaseOf,
} from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import type { StatusTextKey } from './status-text.ts';

/** One line of the timeline. `at`: epoch ms of the server, null when it is unknown or in the future. */
export type ProgressEntry = {
  readonly text: StatusTextKey;
  readonly at: number | null;
  readonly state: 'done' | 'current' | 'ahead' | 'failed';
};

/** What may have happened after the creation of an order, in the order in which it happens. What is delivered was paid. */
const PAST: Readonly<Record<OrderPhase, readonly OrderPhase[]>> = {
  unpaid: [],
  lapsed: ['lapsed'],
  delivering: ['lapsed', 'delivering', 'delivered'],
  delivered: ['lapsed', 'delivering', 'delivered'],
  refunded: ['lapsed', 'delivering', 'delivered', 'refunded'],
};

const stepKey = (status: OrderStatus, isLate: boolean, isCredit: boolean): StatusTextKey => {
  if (isLate && status === 'paid') return 'status.paid.stepLate';
  if (isCredit && isInPhase(status, 'delivered')) return `status.${status}.stepCredit`;
  return `status.${status}.step`;
};

/** What the order is waiting for, and what follows if it is unpaid. */
const nextOf = (status: OrderStatus, isCredit: boolean): readonly ProgressEntry[] => {
  const current = (text: StatusTextKey): ProgressEntry => ({ text, at: null, state: 'current' });
  if (isInPhase(status, 'delivering'))
    return [current(isCredit ? `status.${status}.nowCredit` : `status.${status}.now`)];
  if (!isOpen(status)) return [];
  const ahead = isCredit ? 'status.delivered.aheadCredit' : 'status.delivered.ahead';
  return [current(`status.${status}.now`), { text: ahead, at: null, state: 'ahead' }];
};

/** Payment and delivery in the order they happened. The history may have gaps; the status decides. */
export const progressOf = ({
  paymentCreateTime,
  status,
  timeline,
  orderType,
}: Pick<OrderRecord, 'paymentCreateTime' | 'status' | 'timeline' | 'orderType'>): readonly ProgressEntry[] => {
  const isCredit = orderType === 'epoint';
  const when = (wanted: OrderStatus): number | null => timeline.find((change) => change.status === wanted)?.at ?? null;
  const happened = (wanted: OrderStatus): boolean => wanted === status || wanted === 'paid' || when(wanted) !== null;
  const past = PAST[phaseOf(status)].flatMap((phase) =>
    ORDER_STATUSES.filter((wanted) => phaseOf(wanted) === phase && happened(wanted)),
  );
  const isLate = past.some(hasLapsed);
  const isDelivered = past.some((one) => isInPhase(one, 'delivered'));
  return [
    { text: 'status.pending.step', at: paymentCreateTime, state: 'done' },
    ...past.map((one): ProgressEntry => {
      const state = hasLapsed(one) ? 'failed' : 'done';
      return { text: stepKey(one, isLate, isCredit), at: when(one), state };
    }),
    ...(isDelivered ? [] : nextOf(status, isCredit)),
  ];
};
