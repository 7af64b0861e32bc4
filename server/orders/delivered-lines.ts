import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/database.ts';
import { deliveryLines, orders } from '../db/schema.ts';
import type { AppContext } from '../runtime/context.ts';

/** Counts the lines of an order that the game has, and those that were sent without a response. */
export const readLineCounts = async (db: Db, orderId: string) => {
  const [row] = await db
    .select({
      traceId: orders.traceId,
      total: sql<number>`jsonb_array_length(${orders.contents})`,
      delivered: sql<number>`count(${deliveryLines.deliveredAt})::int`,
      unconfirmed: sql<number>`count(${deliveryLines.line}) filter (where ${deliveryLines.deliveredAt} is null and ${deliveryLines.refusedAt} is null)::int`,
    })
    .from(orders)
    .leftJoin(deliveryLines, eq(deliveryLines.orderId, orders.orderId))
    .where(eq(orders.orderId, orderId))
    .groupBy(orders.orderId);
  return row ?? { total: 0, delivered: 0, unconfirmed: 0, traceId: null };
};

/** Reason for the history row of a refund, including the lines that the game has. The caller has locked the order. */
export const refundReason = async (tx: Tx, orderId: string, why: string): Promise<string> => {
  const { total, delivered, unconfirmed } = await readLineCounts(tx, orderId);
  if (delivered + unconfirmed === 0) return why;
  const open = unconfirmed ? `, ${unconfirmed} unconfirmed` : '';
  return `${why}; ${delivered} of ${total} lines delivered${open}`;
};

/** Reports items that the player keeps after a refund during delivery. */
export const reportDeliveredItems = async ({ db, log, metrics }: AppContext, orderId: string): Promise<void> => {
  const lines = await readLineCounts(db, orderId);
  if (lines.delivered + lines.unconfirmed === 0) return;
  metrics.count('orders_refunded_partly_delivered');
  log.error({ orderId, ...lines }, 'the order was refunded after part of it was delivered');
};
