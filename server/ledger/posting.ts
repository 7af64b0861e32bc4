import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/database.ts';
import { epointBalances, ledgerEntries, ledgerTransactions } from '../db/ledger.schema.ts';

/** E Points of either kind. */
export type Points = { readonly basic: number; readonly present: number };

export type LedgerTransaction = typeof ledgerTransactions.$inferSelect;
type Account = (typeof ledgerEntries.$inferSelect)['account'];

/** `entries` add up to zero; those of `basic` and `present` are what the user gets or loses. */
export type Posting = {
  readonly userId: string;
  readonly kind: LedgerTransaction['kind'];
  readonly orderId: string | null;
  readonly entries: Readonly<Partial<Record<Account, number>>>;
  readonly at: Date;
};

const NOTHING: Points = { basic: 0, present: 0 };

/** A user who never had E Points has no row: nothing of either kind. */
export const balanceOf = async (db: Db, userId: string): Promise<Points> => {
  const [row] = await db
    .select({ basic: epointBalances.basic, present: epointBalances.present })
    .from(epointBalances)
    .where(eq(epointBalances.userId, userId));
  return row ?? NOTHING;
};

/** The balance, which nobody else changes until this transaction ends. Lock the order first, if there is one. */
export const lockBalance = async (tx: Tx, userId: string): Promise<Points> => {
  await tx.insert(epointBalances).values({ userId }).onConflictDoNothing();
  const [row] = await tx
    .select({ basic: epointBalances.basic, present: epointBalances.present })
    .from(epointBalances)
    .where(eq(epointBalances.userId, userId))
    .for('update');
  return row ?? NOTHING;
};

/**
 * Writes one transaction; the database moves the balance along and refuses what does not add up or would take more than there is.
 * Throws if the order has a transaction of this kind already.
 */
export const post = async (tx: Tx, { entries, ...posting }: Posting): Promise<LedgerTransaction> => {
  const before = await lockBalance(tx, posting.userId);
  const { basic = 0, present = 0 } = entries;
  const [transaction] = await tx
    .insert(ledgerTransactions)
    .values({
      ...posting,
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
