import { expect, test } from 'vitest';
import { auditLedger } from '../../machines/lists/ledger.audit.ts';
import type { LedgerEntry, ListLocation, Points } from '../../machines/lists/list.types.ts';
import { entryOf, ledgerQuery } from '../support/machines/lists.ts';

const points = (basic: number, present: number): Points => ({ basic, present });

/** Newest first: 100 + 10 bought, then 30 spent (bonus first), then 5 given. */
const sound: readonly LedgerEntry[] = [
  entryOf('e3', { change: points(0, 5), balance: points(80, 5) }),
  entryOf('e2', { flow: 'expense', change: points(-20, -10), balance: points(80, 0) }),
  entryOf('e1', { change: points(100, 10), balance: points(100, 10) }),
];
const location: ListLocation = { query: ledgerQuery, page: 1 };
const filtered = (more: object): ListLocation => ({ ...location, query: { ...ledgerQuery, ...more } });

test('entries that add up to the balance have no flaw (EPNT-07)', () => {
  expect(auditLedger(sound, location, points(80, 5))).toBeNull();
  expect(auditLedger(sound, location, null)).toBeNull();
  expect(auditLedger([], location, points(80, 5))).toBeNull();
});

test('a balance that differs from the newest entry is a flaw, for both kinds of points (EPNT-07)', () => {
  for (const balance of [points(81, 5), points(80, 6), points(85, 0)])
    expect(auditLedger(sound, location, balance)).toEqual({ kind: 'balance', record: points(80, 5), balance });
});

test('the current balance is not compared with a later page, past days or a single flow (EPNT-07)', () => {
  for (const other of [{ ...location, page: 2 }, filtered({ end: '2026-01-01' }), filtered({ flow: 'income' })])
    expect(auditLedger(sound, other, points(1, 1))).toBeNull();
  expect(auditLedger(sound, filtered({ begin: '2026-01-01' }), points(1, 1))).toMatchObject({ kind: 'balance' });
});

test('a gap between two entries is a flaw on any page (EPNT-07)', () => {
  const [newest, spent, first] = sound;
  if (!newest || !spent || !first) throw new Error('three entries');
  const broken = [newest, { ...spent, balance: points(81, 0) }, first];
  expect(auditLedger(broken, { ...location, page: 7 }, null)).toEqual({
    kind: 'gap',
    entryId: 'e3',
    expected: points(81, 5),
    found: points(80, 5),
  });
  expect(auditLedger([newest, first], location, points(80, 5))).toMatchObject({ kind: 'gap', entryId: 'e3' });
});

test('a list of a single flow has gaps and no flaw (EPNT-07)', () => {
  const [newest, , first] = sound;
  if (!newest || !first) throw new Error('three entries');
  expect(auditLedger([newest, first], filtered({ flow: 'income' }), points(80, 5))).toBeNull();
});
