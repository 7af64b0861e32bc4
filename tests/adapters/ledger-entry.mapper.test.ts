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
  expect(entryOf(row)).toMatchObject({ total, flow });
});

test('points that the API omits are zero if there are others, and null if there are none (EPNT-06)', () => {
  expect(entryOf({})).toMatchObject({ change: null, balance: null });
  expect(entryOf({ basic: 5, present_after: 7 })).toMatchObject({
    change: { basic: 5, present: 0 },
    balance: { basic: 0, present: 7 },
  });
});

test('a row without an id is named by its place, and one without an item has no title (EPNT-06)', () => {
  expect(entryOf({})).toMatchObject({ entryId: 'row 4', item: null, at: null });
  expect(entryOf({ entry_id: 'e1', create_ts: 5, name: 'Pass' })).toMatchObject({
    entryId: 'e1',
    at: 5,
    item: { title: 'Pass', titles: {} },
  });
  expect(entryOf({ ts: 9, create_ts: 5, name: 'Pass', item_name: 'Gems' })).toMatchObject({
    at: 9,
    item: { title: 'Gems' },
  });
});

test('an entry has the order of its payment, as far as it could be loaded (EPNT-06)', () => {
  const order = { paymentId: 'O-1' } as never;
  const orders = new Map([['O-1', order]]);
  const orderOf = (payment_id: string | null) => toLedgerEntry({ ...EMPTY, payment_id }, 0, orders).order;
  expect([orderOf('O-1'), orderOf('O-2'), orderOf(null)]).toEqual([order, null, null]);
});
