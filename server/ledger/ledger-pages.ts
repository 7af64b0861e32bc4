import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { epointItems, goods, ledgerTransactions, orders } from '../db/schema.ts';

/** `null`: no limit. `before` is exclusive. */
type LedgerFilter = {
  readonly userId: string;
  readonly type: 'all' | 'income' | 'expense';
  readonly since: Date | null;
  readonly before: Date | null;
};

const change = sql`${ledgerTransactions.basic} + ${ledgerTransactions.present}`;
const OF_TYPE: Readonly<Record<LedgerFilter['type'], SQL | undefined>> = {
  all: undefined,
  income: sql`${change} > 0`,
  expense: sql`${change} < 0`,
};

/**
 * A page of a player's ledger with item names, newest first; `page` counts from 1. Earlier pages are skipped in an index alone
 * (ledger_user_time, for a type ledger_user_income_time or ledger_user_expense_time); only the entries of the page are read.
 */
export const readLedgerPage = (
  db: Db,
  { userId, type, since, before }: LedgerFilter,
  { page, size }: { readonly page: number; readonly size: number },
) => {
  const { at, transactionId } = ledgerTransactions;
  const keys = db
    .select({ transactionId })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.userId, userId),
        OF_TYPE[type],
        since ? gte(at, since) : undefined,
        before ? lt(at, before) : undefined,
      ),
    )
    .orderBy(desc(at), desc(transactionId))
    .limit(size)
    .offset((page - 1) * size)
    .as('keys');
  return db
    .select({
      entry: ledgerTransactions,
      name: orders.goodsName,
      names: sql<Record<string, string> | null>`coalesce(${goods.names}, ${epointItems.names})`,
    })
    .from(keys)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.transactionId, keys.transactionId))
    .leftJoin(orders, eq(orders.orderId, ledgerTransactions.orderId))
    .leftJoin(goods, and(eq(goods.goodsId, orders.goodsId), eq(orders.orderType, 'game')))
    .leftJoin(epointItems, and(eq(epointItems.itemId, orders.goodsId), eq(orders.orderType, 'epoint')))
    .orderBy(desc(at), desc(transactionId));
};
