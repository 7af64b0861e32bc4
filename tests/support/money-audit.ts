import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../server/db/database.ts';
import { deliveries, idempotencyKeys, orderHistory, orders, outbox, payments } from '../../server/db/schema.ts';

export type Audit = {
  readonly captured: number;
  readonly delivered: number;
  readonly refunded: number;
  /** Paid and not yet delivered, or received too much and not yet given back. */
  readonly inProgress: number;
  /** Order ids for which something is not as it must be. */
  readonly wrong: readonly string[];
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Adds up the whole database: where each cent is, and whether each order got what it was paid for, once. */
export const auditMoney = async (db: Db): Promise<Audit> => {
  const allOrders = await db.select().from(orders);
  const allPayments = await db.select().from(payments);
  const lines = await db
    .select({ orderId: deliveries.orderId, count: sql<number>`count(*)::int` })
    .from(deliveries)
    .groupBy(deliveries.orderId);
  const arrivals = await db
    .select({ orderId: orderHistory.orderId, count: sql<number>`count(*)::int` })
    .from(orderHistory)
    .where(eq(orderHistory.toStatus, 4))
    .groupBy(orderHistory.orderId);
  const refunds = await db
    .select({ captureId: outbox.subject })
    .from(outbox)
    .where(and(eq(outbox.kind, 'refund'), isNull(outbox.doneAt)));
  const keys = await db.select().from(idempotencyKeys);
  const linesOf = new Map(lines.map(({ orderId, count }) => [orderId, count]));
  const arrivalsOf = new Map(arrivals.map(({ orderId, count }) => [orderId, count]));
  const refunding = new Set(refunds.map(({ captureId }) => captureId));

  const captures = allPayments.filter(({ kind }) => kind === 'capture');
  const amountsIn = (status: number): number[] =>
    allOrders.filter((order) => order.status === status).map(({ amountMinor }) => amountMinor);
  const wrong = allOrders.filter((order) => {
    const { orderId, status, contents } = order;
    const isPaid = status === 2 || status === 4 || status === 5;
    const hasMoney = captures.some((row) => row.orderId === orderId && row.amountMinor === order.amountMinor);
    const arrived = arrivalsOf.get(orderId) ?? 0;
    const delivered = linesOf.get(orderId) ?? 0;
    return (
      isPaid !== hasMoney ||
      arrived > 1 ||
      (status === 4 && (arrived !== 1 || delivered !== contents.length)) ||
      (!isPaid && delivered > 0)
    );
  });
  const orphans = keys.filter(({ orderId }) => !allOrders.some((order) => order.orderId === orderId));
  return {
    captured: sum(captures.map(({ amountMinor }) => amountMinor)),
    delivered: sum(amountsIn(4)),
    refunded: sum(allPayments.filter(({ kind }) => kind === 'refund').map(({ amountMinor }) => amountMinor)),
    inProgress:
      sum(amountsIn(2)) +
      sum(captures.filter(({ captureId }) => refunding.has(captureId)).map(({ amountMinor }) => amountMinor)),
    wrong: [...wrong.map(({ orderId }) => orderId), ...orphans.map(({ key }) => `key ${key}`)],
  };
};
