import type { OrderStatus } from './order.status.ts';

/** The label of an order; a key of every locale. */
export type OrderLabel = 'unpaid' | 'failed' | 'paid' | 'fulfilled' | 'refunded' | 'overdue';

const LABELS: Readonly<Record<OrderStatus, OrderLabel>> = {
  pending: 'unpaid',
  paid: 'paid',
  failed: 'failed',
  delivered: 'fulfilled',
  refunded: 'refunded',
  overdue: 'overdue',
};

export const orderLabel = (status: OrderStatus): OrderLabel => LABELS[status];
