import { ORDER_STATUSES, type OrderStatus } from './order.status.ts';

/** The specification calls them pending, success, fail, success-arrived, refund and overdue. The database stores the same codes. */
export const ORDER_STATUS_CODE = {
  pending: 1,
  paid: 2,
  failed: 3,
  delivered: 4,
  refunded: 5,
  overdue: 6,
} as const satisfies Record<OrderStatus, number>;

export type OrderStatusCode = (typeof ORDER_STATUS_CODE)[OrderStatus];

export const STATUS_OF_CODE = {
  1: 'pending',
  2: 'paid',
  3: 'failed',
  4: 'delivered',
  5: 'refunded',
  6: 'overdue',
} as const satisfies Readonly<Record<OrderStatusCode, OrderStatus>>;

export const ORDER_STATUS_CODES: readonly OrderStatusCode[] = ORDER_STATUSES.map((status) => ORDER_STATUS_CODE[status]);

/** Filter of `/api/order/record`: every status. */
export const ANY_STATUS_CODE = -1;

/** Names that an API may send instead of codes: both enumerations of the specification. In lower case, letters only. */
const STATUS_OF_NAME: ReadonlyMap<string, OrderStatus> = new Map([
  ['created', 'pending'],
  ['pending', 'pending'],
  ['fullypaid', 'paid'],
  ['success', 'paid'],
  ['fail', 'failed'],
  ['failed', 'failed'],
  ['successarrived', 'delivered'],
  ['refund', 'refunded'],
  ['refunded', 'refunded'],
  ['overdue', 'overdue'],
]);

export const statusOfName = (name: string): OrderStatus | null =>
  STATUS_OF_NAME.get(name.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? null;

export const statusOfCode = (code: unknown): OrderStatus | null =>
  ORDER_STATUSES.find((status) => ORDER_STATUS_CODE[status] === code) ?? null;

/** The record mapping of the specification: 4 is in the display group 3 ("paid / fulfilled"). Labels use the raw status. */
export const toRecordStatus = (status: OrderStatus): OrderStatusCode =>
  ORDER_STATUS_CODE[status === 'delivered' ? 'failed' : status];
