import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import type { Db, Tx } from '../db/database.ts';
import { type Order, orderHistory, orders } from '../db/schema.ts';

export const readOrder = async (db: Db, orderId: string): Promise<Order | undefined> => {
  const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  return order;
};

/** Reads and locks the status of an order until the transaction ends; null: no such order. */
export const lockOrder = async (tx: Tx, orderId: string): Promise<OrderStatus | null> => {
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.orderId, orderId))
    .for('update');
  return order?.status ?? null;
};

export type Move = {
  readonly orderId: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  /** For the history row, in English: what moved it. */
  readonly reason: string;
  readonly at: Date;
};

/**
 * Moves an order and writes its history row. Returns false if the order is no longer in `from`. Throws for a transition that is not in the
 * chart.
 */
export const moveOrder = async (tx: Tx, { orderId, from, to, reason, at }: Move): Promise<boolean> => {
  if (!isAllowedMove(from, to)) throw new Error(`an order cannot move from ${from} to ${to}`);
  const moved = await tx
    .update(orders)
    .set({ status: to })
    .where(and(eq(orders.orderId, orderId), eq(orders.status, from)))
    .returning({ orderId: orders.orderId });
  if (!moved.length) return false;
  await tx.insert(orderHistory).values({ orderId, fromStatus: from, toStatus: to, reason, at });
  return true;
};
