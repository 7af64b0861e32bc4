import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { epointPaymentIdsDetail, epointRecord } from '../../src/contract/epoint-order.contract.ts';
import { epointItems, ledgerTransactions } from '../db/ledger.schema.ts';
import { goods, orders } from '../db/schema.ts';
import { orderRows, secondsOf } from '../orders/order-rows.ts';
import { route, success } from './route.ts';
import { dateOf } from './time-range.ts';

const change = sql`${ledgerTransactions.basic} + ${ledgerTransactions.present}`;
const OF_TYPE = { all: undefined, income: sql`${change} > 0`, expense: sql`${change} < 0` } as const;

/** The caller's ledger, newest first. */
export const epointRecordRoute = route(epointRecord, async ({ context: { db }, input }, session) => {
  const { page, size, begin, end, type } = input;
  const found = await db
    .select({
      entry: ledgerTransactions,
      name: orders.goodsName,
      names: sql<Record<string, string> | null>`coalesce(${goods.names}, ${epointItems.names})`,
    })
    .from(ledgerTransactions)
    .leftJoin(orders, eq(orders.orderId, ledgerTransactions.orderId))
    .leftJoin(goods, and(eq(goods.goodsId, orders.goodsId), eq(orders.orderType, 'game')))
    .leftJoin(epointItems, and(eq(epointItems.itemId, orders.goodsId), eq(orders.orderType, 'epoint')))
    .where(
      and(
        eq(ledgerTransactions.userId, session.userId),
        OF_TYPE[type],
        begin ? gte(ledgerTransactions.at, dateOf(begin)) : undefined,
        end ? lt(ledgerTransactions.at, dateOf(end + 1)) : undefined,
      ),
    )
    .orderBy(desc(ledgerTransactions.transactionId))
    .limit(size)
    .offset((page - 1) * size);
  return success(
    found.map(({ entry, name, names }) => ({
      entry_id: String(entry.transactionId),
      ts: secondsOf(entry.at),
      kind: entry.kind,
      basic: entry.basic,
      present: entry.present,
      basic_after: entry.basicAfter,
      present_after: entry.presentAfter,
      payment_id: entry.orderId,
      item_name: name,
      item_names: names ?? {},
    })),
  );
});

/** The caller's orders of these numbers; the others are left out, whoever they belong to. */
export const epointPaymentIdsDetailRoute = route(epointPaymentIdsDetail, async ({ context, input }, session) => {
  const { db, clock } = context;
  const wanted = [...new Set(input.paymentIds)];
  const found = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, session.userId), inArray(orders.orderId, wanted)));
  const inOrder = wanted.flatMap((id) => found.filter(({ orderId }) => orderId === id));
  return success(await orderRows(db, inOrder, clock.now()));
});
