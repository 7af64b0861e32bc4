import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { ORDER_STATUS } from '../../machines/order/order.status.ts';
import { orders } from '../db/schema.ts';
import { enqueue } from '../delivery/outbox.ts';
import { lateWatch } from '../payments/late-watch-job.ts';
import { syncPayment } from '../payments/payment-sync.ts';
import type { Money } from '../payments/registry.ts';
import { moveOrder } from './order-moves.ts';

/** An order with a payment in flight stays pending; it is asked about again after this. */
const RECHECK_MS = 30_000;

/** Of one order that is past its deadline: the provider decides whether it was paid, may yet be, or is overdue. */
export const expireOrder = async (money: Money, orderId: string): Promise<void> => {
  const { db, clock, log } = money.context;
  const at = clock.now();
  const later = async (): Promise<void> => {
    await db
      .update(orders)
      .set({ checkedAt: at })
      .where(and(eq(orders.orderId, orderId), eq(orders.status, ORDER_STATUS.pending)));
  };
  let hasSession: boolean;
  try {
    const report = await syncPayment(money, orderId);
    hasSession = report !== null;
    if (report?.state === 'in-flight') return await later();
  } catch (error) {
    log.warn({ orderId, err: error }, 'past its deadline, and the payment provider does not answer');
    return later();
  }
  const move = { orderId, from: ORDER_STATUS.pending, to: ORDER_STATUS.overdue, reason: 'not paid in time', at };
  await db.transaction(async (tx) => {
    if ((await moveOrder(tx, move)) && hasSession) await enqueue(tx, [lateWatch(orderId, at, at)], at);
  });
};

/** Settles what is past its deadline: everywhere, or of one player before the record is read. Returns how many were looked at. */
export const expireDueOrders = async (money: Money, userId: string | null = null, limit = 50): Promise<number> => {
  const { db, clock } = money.context;
  const at = clock.now();
  const due = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.status, ORDER_STATUS.pending),
        lte(orders.expiresAt, at),
        or(isNull(orders.checkedAt), lte(orders.checkedAt, new Date(at.getTime() - RECHECK_MS))),
        userId === null ? undefined : eq(orders.userId, userId),
      ),
    )
    .orderBy(orders.expiresAt)
    .limit(limit);
  for (const { orderId } of due) await expireOrder(money, orderId);
  return due.length;
};
