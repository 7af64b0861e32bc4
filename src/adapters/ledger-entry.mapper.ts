import type { LedgerEntry } from '../../machines/listing/listing.types.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import type { EpointClient } from '../api/epoint-client.ts';

type EntryRow = Awaited<ReturnType<EpointClient['record']>>['rows'][number];

/** `orders`: those behind the entries of the page, as far as they could be read. */
export const toLedgerEntry = (row: EntryRow, orders: ReadonlyMap<string, OrderRecord>): LedgerEntry => ({
  entryId: row.entry_id,
  at: row.ts,
  flow: row.basic + row.present < 0 ? 'expense' : 'income',
  reason: row.kind,
  change: { basic: row.basic, present: row.present },
  balance: { basic: row.basic_after, present: row.present_after },
  paymentId: row.payment_id,
  item: row.item_name === null ? null : { title: row.item_name, titles: row.item_names },
  order: row.payment_id === null ? null : (orders.get(row.payment_id) ?? null),
});
