import { asc, eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import {
  deliveries,
  deliveryLines,
  ledgerTransactions,
  orderHistory,
  outbox,
  payments,
  sandboxPayments,
} from '../db/schema.ts';
import { readOrder } from '../orders/order-moves.ts';
import type { AppContext } from '../runtime/context.ts';

/** All rows of one order, from the server and the sandbox provider; null: no such order. */
export const orderDebug = async ({ db }: AppContext, orderId: string): Promise<Record<string, unknown> | null> => {
  const order = await readOrder(db, orderId);
  if (!order) return null;
  const [books] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.orderId, orderId));
  const moves = await db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(asc(orderHistory.id));
  const rowsOf = (table: PgTable & { readonly orderId: PgColumn }, by: PgColumn) =>
    db.select().from(table).where(eq(table.orderId, orderId)).orderBy(asc(by));
  return {
    order: { ...order, status: ORDER_STATUS_CODE[order.status] },
    history: moves.map(({ fromStatus, toStatus, ...move }) => ({
      ...move,
      fromStatus: fromStatus && ORDER_STATUS_CODE[fromStatus],
      toStatus: ORDER_STATUS_CODE[toStatus],
    })),
    payments: await rowsOf(payments, payments.paymentId),
    sent: await rowsOf(deliveryLines, deliveryLines.line),
    deliveries: await rowsOf(deliveries, deliveries.line),
    points: await rowsOf(ledgerTransactions, ledgerTransactions.transactionId),
    delivery: (await db.select().from(outbox).where(eq(outbox.subject, orderId)))[0] ?? null,
    books: books ?? null,
  };
};
