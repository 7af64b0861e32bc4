import type { OrderStatus } from './order.status.ts';

/** What an order is called; a word of every locale. */
export type OrderLabel = 'unpaid' | 'failed' | 'paid' | 'fulfilled' | 'refunded' | 'overdue';

const LABELS: Readonly<Record<OrderStatus, OrderLabel>> = {
  1: 'unpaid',
  2: 'paid',
  3: 'failed',
  4: 'fulfilled',
  5: 'refunded',
  6: 'overdue',
};

/** Of the raw status, never of the record's display group, where a fulfilled order is filed under 3. */
export const orderLabel = (status: OrderStatus): OrderLabel => LABELS[status];

/** Failed and overdue orders offer to be ordered again. */
export const isResubmittable = (status: OrderStatus): boolean => status === 3 || status === 6;
