import type { OrderStatus } from './order.status.ts';
import type { OrderRecord } from './order.types.ts';

/** The label of an order; a key of every locale. */
export type OrderLabel = 'unpaid' | 'failed' | 'paid' | 'fulfilled' | 'refunded' | 'overdue' | 'unknown';

const LABELS: Readonly<Record<OrderStatus, Exclude<OrderLabel, 'unknown'>>> = {
  pending: 'unpaid',
  paid: 'paid',
  failed: 'failed',
  delivered: 'fulfilled',
  refunded: 'refunded',
  overdue: 'overdue',
};

export const statusLabel = (status: OrderStatus): Exclude<OrderLabel, 'unknown'> => LABELS[status];

export const orderLabel = ({ status, isStatusUnknown }: Pick<OrderRecord, 'status' | 'isStatusUnknown'>): OrderLabel =>
  isStatusUnknown ? 'unknown' : LABELS[status];
