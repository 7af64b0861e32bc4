import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import { orders, outbox } from '../db/schema.ts';
import { wakeWorker } from '../outbox/outbox.ts';
import { latePaymentSubject } from '../payments/payment-sync.ts';
import type { AppContext } from '../runtime/context.ts';

const UNCHECKED = { checkedAt: null, expiryLeasedUntil: null };

/**
 * Shifts an order so that it expires in `seconds` (0 or less: expired). Its creation time shifts too, so creation + 300 s stays the
 * deadline. Returns false if there is no such order.
 */
export const setSecondsToExpiry = async (
  { db, clock }: AppContext,
  orderId: string,
  seconds: number,
): Promise<boolean> => {
  const deadline = (Math.floor(clock.now().getTime() / 1_000) + seconds) * 1_000;
  const moved = await db
    .update(orders)
    .set({
      createdAt: new Date(deadline - PAYMENT_EXPIRY_S * 1_000),
      expiresAt: new Date(deadline),
      ...UNCHECKED,
    })
    .where(eq(orders.orderId, orderId))
    .returning({ orderId: orders.orderId });
  wakeWorker(db);
  return moved.length > 0;
};

/**
 * Simulates passing time for the orders of one browser: instead of the shared clock, their timestamps and the due times of their jobs
 * move into the past.
 */
export const shiftOrders = async ({ db }: AppContext, clientId: string, seconds: number): Promise<void> => {
  const span = sql`make_interval(secs => ${seconds})`;
  await db.transaction(async (tx) => {
    const aged = await tx
      .update(orders)
      .set({
        createdAt: sql`${orders.createdAt} - ${span}`,
        expiresAt: sql`${orders.expiresAt} - ${span}`,
        ...UNCHECKED,
      })
      .where(eq(orders.clientId, clientId))
      .returning({ orderId: orders.orderId });
    const subjects = aged.flatMap(({ orderId }) => [orderId, latePaymentSubject(orderId)]);
    await tx
      .update(outbox)
      .set({ createdAt: sql`${outbox.createdAt} - ${span}`, dueAt: sql`${outbox.dueAt} - ${span}` })
      .where(and(isNull(outbox.doneAt), inArray(outbox.subject, subjects)));
  });
  wakeWorker(db);
};

/** Whole seconds until the deadline of this browser's order, rounded up; null: no such order. */
export const secondsToDeadline = async (
  { db, clock }: AppContext,
  clientId: string,
  orderId: string,
): Promise<number | null> => {
  const [order] = await db
    .select({ expiresAt: orders.expiresAt })
    .from(orders)
    .where(and(eq(orders.clientId, clientId), eq(orders.orderId, orderId)));
  return order ? Math.ceil((order.expiresAt.getTime() - clock.now().getTime()) / 1_000) : null;
};
