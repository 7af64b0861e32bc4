import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import type { Db, Tx } from '../db/database.ts';
import { type Order, orderHistory, orders } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Config } from '../runtime/config.ts';

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

/** `reason`: for the history row, in English: what moved the order. */
type Move = {
  readonly orderId: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly reason: string;
  readonly at: Date;
};

/** Writes the history row too. Returns false if the order is no longer in `from`. Throws for a transition that is not in the chart. */
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

/** In the sandbox a paid order is visible as paid before it is delivered. */
const SANDBOX_DELIVERY_DELAY_MS = 1_500;

/** Call it in the transaction that moves the order to paid. */
export const queueDelivery = async (
  tx: Tx,
  { sandbox }: Pick<Config, 'sandbox'>,
  order: Order,
  at: Date,
): Promise<void> => {
  const dueAt = new Date(at.getTime() + (sandbox ? SANDBOX_DELIVERY_DELAY_MS : 0));
  await enqueue(tx, [{ kind: 'deliver', subject: order.orderId, payload: {}, traceId: order.traceId, dueAt }], at);
};
