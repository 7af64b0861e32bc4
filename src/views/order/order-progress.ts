import { ORDER_STATUS, type OrderStatus } from '../../../machines/order/order.status.ts';
import type { StatusChange } from '../../../machines/order/order.types.ts';

export type ProgressKind =
  | 'created'
  | 'payNow'
  | 'paid'
  | 'paidLate'
  | 'deliveryAhead'
  | 'delivering'
  | 'delivered'
  | 'failed'
  | 'overdue'
  | 'refunded';

/** One line of the timeline. `at`: epoch ms of the server, null when it is not known or still ahead. */
export type ProgressEntry = {
  readonly kind: ProgressKind;
  readonly at: number | null;
  readonly state: 'done' | 'current' | 'ahead' | 'failed';
};

const done = (kind: ProgressKind, at: number | null): ProgressEntry => ({ kind, at, state: 'done' });
const current = (kind: ProgressKind): ProgressEntry => ({ kind, at: null, state: 'current' });
const ahead = (kind: ProgressKind): ProgressEntry => ({ kind, at: null, state: 'ahead' });

/** Money and goods as two facts in the order they happened. The history may have gaps; the status is the truth. */
export const progressOf = (
  createdAt: number,
  status: OrderStatus,
  history: readonly StatusChange[],
): readonly ProgressEntry[] => {
  const when = (wanted: OrderStatus): number | null => history.find((change) => change.status === wanted)?.at ?? null;
  const happened = (wanted: OrderStatus): boolean => status === wanted || when(wanted) !== null;
  const { pending, success, fail, arrived, refund, overdue } = ORDER_STATUS;

  const entries: ProgressEntry[] = [done('created', createdAt)];
  if (status === pending) return [...entries, current('payNow'), ahead('deliveryAhead')];

  if (happened(fail)) entries.push({ kind: 'failed', at: when(fail), state: 'failed' });
  if (happened(overdue)) entries.push({ kind: 'overdue', at: when(overdue), state: 'failed' });
  if (status === fail || status === overdue) return entries;

  entries.push(done(entries.length > 1 ? 'paidLate' : 'paid', when(success)));
  if (happened(arrived)) entries.push(done('delivered', when(arrived)));
  if (status === refund) return [...entries, done('refunded', when(refund))];
  return happened(arrived) ? entries : [...entries, current('delivering')];
};
