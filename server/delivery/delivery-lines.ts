import { and, eq, isNull, sql } from 'drizzle-orm';
import { ORDER_STATUS } from '../../machines/order/order.status.ts';
import type { Db, Tx } from '../db/database.ts';
import { deliveryLines } from '../db/delivery.schema.ts';
import { orders, outbox } from '../db/schema.ts';
import type { AppContext } from '../kernel/context.ts';
import { lockOrder } from '../orders/order-moves.ts';
import type { Job } from '../outbox/outbox.ts';

/** `send`: the line is ours to send. `delivered`: the game has it. `stopped`: the order is refunded, or its delivery has ended. */
type Claim = 'send' | 'delivered' | 'stopped';

/**
 * Decides under the lock of the order whether a line may be sent, and records that it is. A refund takes the same lock, so it comes either
 * before this and stops the line, or after it and counts the line as handed over.
 */
export const claimLine = ({ db, clock }: AppContext, job: Job, line: number): Promise<Claim> =>
  db.transaction(async (tx) => {
    const orderId = job.subject;
    if ((await lockOrder(tx, orderId)) !== ORDER_STATUS.success) return 'stopped';
    const [open] = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.id, job.id), isNull(outbox.doneAt)));
    if (!open) return 'stopped';
    const [known] = await tx
      .select({ deliveredAt: deliveryLines.deliveredAt })
      .from(deliveryLines)
      .where(and(eq(deliveryLines.orderId, orderId), eq(deliveryLines.line, line)));
    if (known?.deliveredAt) return 'delivered';
    const sentAt = clock.now();
    await tx
      .insert(deliveryLines)
      .values({ orderId, line, sentAt })
      .onConflictDoUpdate({ target: [deliveryLines.orderId, deliveryLines.line], set: { sentAt } });
    return 'send';
  });

/** Records that the game has a line, and reports it to the operator when the order was refunded while the line was on its way. */
export const confirmLine = async (
  { db, clock, log, metrics }: AppContext,
  orderId: string,
  line: number,
): Promise<void> => {
  const status = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    await tx
      .update(deliveryLines)
      .set({ deliveredAt: clock.now() })
      .where(and(eq(deliveryLines.orderId, orderId), eq(deliveryLines.line, line), isNull(deliveryLines.deliveredAt)));
    return locked;
  });
  if (status !== ORDER_STATUS.refund) return;
  metrics.count('lines_delivered_after_refund');
  log.error({ orderId, line }, 'a line that was on its way arrived after the order was refunded');
};

type HandedOver = { readonly total: number; readonly delivered: number; readonly unconfirmed: number };

/** How many lines of an order the game has, and how many were sent without an answer. */
export const handedOver = async (db: Db, orderId: string): Promise<HandedOver> => {
  const [row] = await db
    .select({
      total: sql<number>`jsonb_array_length(${orders.contents})`,
      sent: sql<number>`count(${deliveryLines.line})::int`,
      delivered: sql<number>`count(${deliveryLines.deliveredAt})::int`,
    })
    .from(orders)
    .leftJoin(deliveryLines, eq(deliveryLines.orderId, orders.orderId))
    .where(eq(orders.orderId, orderId))
    .groupBy(orders.orderId);
  const { total = 0, sent = 0, delivered = 0 } = row ?? {};
  return { total, delivered, unconfirmed: sent - delivered };
};

/** `why` for the history row of a refund, with what the game has had until then. The caller holds the lock of the order. */
export const refundReason = async (tx: Tx, orderId: string, why: string): Promise<string> => {
  const { total, delivered, unconfirmed } = await handedOver(tx, orderId);
  if (delivered + unconfirmed === 0) return why;
  const open = unconfirmed ? `, ${unconfirmed} unconfirmed` : '';
  return `${why}; ${delivered} of ${total} lines delivered${open}`;
};

/** After an order that was being delivered has been refunded: reports goods that the player keeps. */
export const reportKeptGoods = async ({ db, log, metrics }: AppContext, orderId: string): Promise<void> => {
  const lines = await handedOver(db, orderId);
  if (lines.delivered + lines.unconfirmed === 0) return;
  metrics.count('orders_refunded_partly_delivered');
  log.error({ orderId, ...lines }, 'an order was refunded after a part of it was handed over');
};
