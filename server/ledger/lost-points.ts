import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { ledgerEntries, ledgerTransactions } from '../db/schema.ts';
import { type Points, post } from './posting.ts';

/** Points of reversed purchases that were already spent. */
const lostBy = async (tx: Tx, userId: string): Promise<number> => {
  const [row] = await tx
    .select({ lost: sql<string>`coalesce(-sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.transactionId, ledgerEntries.transactionId))
    .where(and(eq(ledgerTransactions.userId, userId), eq(ledgerEntries.account, 'lost')));
  return Number(row?.lost ?? 0);
};

/**
 * Takes back points that an order returned, up to the number of points that the user had spent before their purchases were reversed.
 * Otherwise the user would have both the money and the points. Call it with the balance locked.
 */
export const recoverLostPoints = async (tx: Tx, userId: string, returned: Points, at: Date): Promise<void> => {
  const recovered = Math.min(await lostBy(tx, userId), returned.basic + returned.present);
  if (recovered <= 0) return;
  const present = Math.min(recovered, returned.present);
  const basic = recovered - present;
  await post(tx, {
    userId,
    kind: 'correction',
    orderId: null,
    entries: { basic: -basic, present: -present, lost: recovered },
    at,
  });
};
