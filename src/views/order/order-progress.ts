import type { OrderStatus } from '../../../machines/order/order.status.ts';
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

/** One line of the timeline. `at`: epoch ms of the server, null when it is unknown or in the future. */
export type ProgressEntry = {
  readonly kind: ProgressKind;
  readonly at: number | null;
  readonly state: 'done' | 'current' | 'ahead' | 'failed';
};

const done = (kind: ProgressKind, at: number | null): ProgressEntry => ({ kind, at, state: 'done' });
const current = (kind: ProgressKind): ProgressEntry => ({ kind, at: null, state: 'current' });
const ahead = (kind: ProgressKind): ProgressEntry => ({ kind, at: null, state: 'ahead' });

/** Payment and delivery in the order they happened. The history may have gaps; the status decides. */
export const progressOf = (
  createdAt: number,
  status: OrderStatus,
  history: readonly StatusChange[],
): readonly ProgressEntry[] => {
  const when = (wanted: OrderStatus): number | null => history.find((change) => change.status === wanted)?.at ?? null;
  const happened = (wanted: OrderStatus): boolean => status === wanted || when(wanted) !== null;
  const lapses: ProgressEntry[] = [];
  if (happened('failed')) lapses.push({ kind: 'failed', at: when('failed'), state: 'failed' });
  if (happened('overdue')) lapses.push({ kind: 'overdue', at: when('overdue'), state: 'failed' });
  const unpaid = [done('created', createdAt), ...lapses];
  const paid = [...unpaid, done(lapses.length > 0 ? 'paidLate' : 'paid', when('paid'))];
  const delivered = happened('delivered') ? [...paid, done('delivered', when('delivered'))] : paid;

  switch (status) {
    case 'pending':
      return [done('created', createdAt), current('payNow'), ahead('deliveryAhead')];
    case 'failed':
    case 'overdue':
      return unpaid;
    case 'paid':
      return happened('delivered') ? delivered : [...paid, current('delivering')];
    case 'delivered':
      return delivered;
    case 'refunded':
      return [...delivered, done('refunded', when('refunded'))];
  }
};
