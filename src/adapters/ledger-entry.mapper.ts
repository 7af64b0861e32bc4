import type { LedgerEntry, Points } from '../../machines/lists/list.types.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import type { epointRecord } from '../contract/epoint.contract.ts';

type EntryRow = ResultOf<typeof epointRecord>['rows'][number];

const toPoints = (basic: number | null, present: number | null): Points | null =>
  basic === null && present === null ? null : { basic: basic ?? 0, present: present ?? 0 };

const signed = (amount: number, type: EntryRow['type']): number =>
  type === null ? amount : Math.abs(amount) * (type === 'expense' ? -1 : 1);

const totalOf = ({ amount, type }: EntryRow, change: Points | null): number | null => {
  if (change) return change.basic + change.present;
  return amount === null ? null : signed(amount, type);
};

const flowOf = ({ type }: EntryRow, total: number | null): LedgerEntry['flow'] => {
  if (type !== null) return type;
  if (total === null) return null;
  return total < 0 ? 'expense' : 'income';
};

/** `at`: the index of the row. `orders`: the orders of the entries, as far as they could be loaded. */
export const toLedgerEntry = (row: EntryRow, at: number, orders: ReadonlyMap<string, OrderRecord>): LedgerEntry => {
  const change = toPoints(row.basic, row.present);
  const total = totalOf(row, change);
  const title = row.item_name ?? row.name;
  return {
    entryId: row.entry_id ?? `row ${at}`,
    at: row.ts ?? row.create_ts,
    flow: flowOf(row, total),
    reason: row.kind,
    change,
    total,
    balance: toPoints(row.basic_after, row.present_after),
    paymentId: row.payment_id,
    item: title === null ? null : { title, titles: row.item_names },
    order: row.payment_id === null ? null : (orders.get(row.payment_id) ?? null),
  };
};
