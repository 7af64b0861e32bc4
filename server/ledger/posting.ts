import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/database.ts';
import { epointBalances, ledgerEntries, ledgerTransactions } from '../db/schema.ts';

/** E Points: bought (`basic`) and bonus (`present`). */
export type Points = { readonly basic: number; readonly present: number };

export type LedgerTransaction = typeof ledgerTransactions.$inferSelect;
type Account = (typeof ledgerEntries.$inferSelect)['account'];

/** `entries` add up to zero; `basic` and `present` are the user's share. */
export type Posting = {
  readonly userId: string;
  readonly kind: LedgerTransaction['kind'];
  readonly orderId: string | null;
  readonly entries: Readonly<Partial<Record<Account, number>>>;
  readonly at: Date;
};

const NOTHING: Points = { basic: 0, present: 0 };

/** A user without E Points has no row. */
export const balanceOf = async (db: Db, userId: string): Promise<Points> => {
  const [row] = await db
    .select({ basic: epointBalances.basic, present: epointBalances.present })
    .from(epointBalances)
    .where(eq(epointBalances.userId, userId));
  return row ?? NOTHING;
};

/** Reads and locks the balance until the transaction ends. Lock the order first, if there is one. */
export const lockBalance = async (tx: Tx, userId: string): Promise<Points> => {
  await tx.insert(epointBalances).values({ userId }).onConflictDoNothing();
  const [row] = await tx
    .select({ basic: epointBalances.basic, present: epointBalances.present })
    .from(epointBalances)
    .where(eq(epointBalances.userId, userId))
    .for('update');
  return row ?? NOTHING;
};

/** Entries are listed by time, and each balance follows from the one before, so an entry is never older than the previous one. */
const notBeforeLastEntry = (userId: string, at: Date) => sql`greatest(
  ${at.toISOString()}::timestamptz,
  (select max(${ledgerTransactions.at}) from ${ledgerTransactions} where ${ledgerTransactions.userId} = ${userId})
)`;

/** The database updates the balance. It rejects entries that do not add up, an overdraft, and a second transaction of a kind per order. */
export const post = async (tx: Tx, { entries, ...posting }: Posting): Promise<LedgerTransaction> => {
  const before = await lockBalance(tx, posting.userId);
  const { basic = 0, present = 0 } = entries;
  const [transaction] = await tx
    .insert(ledgerTransactions)
    .values({
      ...posting,
      at: notBeforeLastEntry(posting.userId, posting.at),
      basic,
      present,
      basicAfter: before.basic + basic,
      presentAfter: before.present + present,
    })
    .returning();
  if (!transaction) throw new Error('a ledger transaction was not written');
  const { transactionId } = transaction;
  const accounts: readonly Account[] = ['basic', 'present', 'sold', 'given', 'used', 'lost', 'opening'];
  const rows = accounts.flatMap((account) => {
    const amount = entries[account] ?? 0;
    return amount === 0 ? [] : [{ transactionId, account, amount }];
  });
  if (rows.length) await tx.insert(ledgerEntries).values(rows);
  return transaction;
};
