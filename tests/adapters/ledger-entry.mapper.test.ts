import { expect, test } from 'vitest';
import { toLedgerEntry } from '../../src/adapters/ledger-entry.mapper.ts';

type Row = Parameters<typeof toLedgerEntry>[0];

const EMPTY: Row = {
  entry_id: null,
  ts: null,
  create_ts: null,
  kind: 'other',
  type: null,
  amount: null,
  name: null,
  item_name: null,
  item_names: {},
  basic: null,
  present: null,
  basic_after: null,
  present_after: null,
  payment_id: null,
};

const entryOf = (row: Partial<Row>) => toLedgerEntry({ ...EMPTY, ...row }, 4, new Map());

test.each<[what: string, row: Partial<Row>, total: number | null, flow: string | null]>([
  ['nothing', {}, null, null],
  ['a type without an amount', { type: 'income' }, null, 'income'],
  ['an amount without a type', { amount: -30 }, -30, 'expense'],
  ['an expense of a positive amount', { amount: 30, type: 'expense' }, -30, 'expense'],
  ['an expense of a negative amount', { amount: -30, type: 'expense' }, -30, 'expense'],
  ['an income of a negative amount', { amount: -30, type: 'income' }, 30, 'income'],
  ['basic points only', { basic: 20, amount: 7 }, 20, 'income'],
  ['present points only', { present: -20 }, -20, 'expense'],
  ['both kinds of points', { basic: -20, present: 5 }, -15, 'expense'],
  ['a change that adds up to zero', { basic: -5, present: 5 }, 0, 'income'],
  ['a type that contradicts the change', { basic: 5, type: 'expense' }, 5, 'expense'],
])('%s (EPNT-06)', (_, row, total, flow) => {
  expect(entryOf(row)).toMatchObject({ entryId: 'row 4', total, flow });
});
