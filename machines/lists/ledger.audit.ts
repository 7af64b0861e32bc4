import type { LedgerEntry, ListLocation, Points } from './list.types.ts';

export type LedgerFlaw =
  /** The newest entry leaves another balance than the account has. */
  | { readonly kind: 'balance'; readonly record: Points; readonly balance: Points }
  /** Between two entries points appeared or vanished. */
  | { readonly kind: 'gap'; readonly entryId: string; readonly expected: Points; readonly found: Points };

const isSame = (one: Points, other: Points): boolean => one.basic === other.basic && one.present === other.present;

const sum = (one: Points, other: Points): Points => ({
  basic: one.basic + other.basic,
  present: one.present + other.present,
});

/** Whether nothing was left out between the rows of a page: no filter by flow. Days leave no hole, they only cut. */
const isComplete = ({ query }: ListLocation): boolean => query.kind === 'ledger' && query.flow === 'all';

const reachesNow = ({ query, page }: ListLocation): boolean =>
  query.kind === 'ledger' && query.flow === 'all' && query.end === '' && page === 1;

/**
 * What is wrong with a page of the record, newest entry first: the entries must add up one after the other, and the newest must leave
 * the balance that the account shows. `balance` null: not known yet, and nothing is said about it.
 */
export const auditLedger = (
  entries: readonly LedgerEntry[],
  place: ListLocation,
  balance: Points | null,
): LedgerFlaw | null => {
  const [newest] = entries;
  if (newest?.balance && balance && reachesNow(place) && !isSame(newest.balance, balance))
    return { kind: 'balance', record: newest.balance, balance };
  if (!isComplete(place)) return null;
  for (const [at, entry] of entries.entries()) {
    const older = entries[at + 1];
    if (!older?.balance || !entry.change || !entry.balance) continue;
    const expected = sum(older.balance, entry.change);
    if (!isSame(expected, entry.balance))
      return { kind: 'gap', entryId: entry.entryId, expected, found: entry.balance };
  }
  return null;
};
