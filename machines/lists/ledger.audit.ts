import type { LedgerEntry, ListLocation, Points } from './list.types.ts';

export type LedgerFlaw =
  /** The balance after the newest entry differs from the balance of the account. */
  | { readonly kind: 'balance'; readonly record: Points; readonly balance: Points }
  /** The balances of two consecutive entries do not match the change between them. */
  | { readonly kind: 'gap'; readonly entryId: string; readonly expected: Points; readonly found: Points };

const isSame = (one: Points, other: Points): boolean => one.basic === other.basic && one.present === other.present;

const sum = (one: Points, other: Points): Points => ({
  basic: one.basic + other.basic,
  present: one.present + other.present,
});

/**
 * Checks one page of the E Point record, newest entry first: each entry must lead to the next balance, and the newest balance must be
 * the balance of the account. A null `balance` is not known yet and is not checked.
 */
export const auditLedger = (
  entries: readonly LedgerEntry[],
  location: ListLocation,
  balance: Points | null,
): LedgerFlaw | null => {
  const { query, page } = location;
  // A filter by flow leaves gaps; a filter by days only cuts the ends.
  if (query.kind !== 'ledger' || query.flow !== 'all') return null;
  const [newest] = entries;
  const reachesNow = query.end === '' && page === 1;
  if (newest?.balance && balance && reachesNow && !isSame(newest.balance, balance))
    return { kind: 'balance', record: newest.balance, balance };
  for (const [at, entry] of entries.entries()) {
    const older = entries[at + 1];
    if (!older?.balance || !entry.change || !entry.balance) continue;
    const expected = sum(older.balance, entry.change);
    if (!isSame(expected, entry.balance))
      return { kind: 'gap', entryId: entry.entryId, expected, found: entry.balance };
  }
  return null;
};
