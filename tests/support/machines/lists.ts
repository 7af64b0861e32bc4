import type { LedgerEntry, ListQuery, ListResult } from '../../../machines/lists/list.types.ts';
import { ANY_STATUS } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { CREATED_AT, recordOf } from './orders.ts';

export const orderQuery = {
  kind: 'orders',
  status: ANY_STATUS,
  orderId: '',
  begin: '',
  end: '',
} as const satisfies ListQuery;

export const ledgerQuery = { kind: 'ledger', flow: 'all', begin: '', end: '' } as const satisfies ListQuery;

const orderRows = (count: number, from: number): readonly OrderRecord[] =>
  Array.from({ length: count }, (_, at) => recordOf('delivered', { paymentId: `o-${from + at}` }));

/** The orders `from`, `from + 1`, … `total`: rows of all pages, null for an API without it. */
export const ordersAnswer = (
  count: number,
  total: number | null = null,
  { from = 1, unread = [] }: { readonly from?: number; readonly unread?: ListResult['unread'] } = {},
): ListResult => ({
  content: { kind: 'orders', rows: orderRows(count, from) },
  unread,
  total,
});

export const entryOf = (entryId: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  entryId,
  at: CREATED_AT,
  flow: 'income',
  reason: 'purchase',
  change: { basic: 100, present: 10 },
  total: 110,
  balance: { basic: 100, present: 10 },
  paymentId: null,
  item: null,
  order: null,
  ...more,
});
