import { eq } from 'drizzle-orm';
import { hasLapsed } from '../../machines/order/order.status.ts';
import { ORDER_LIFETIME_MS } from '../../src/contract/retention.ts';
import { orders } from '../db/schema.ts';
import type { Job } from '../outbox/outbox.ts';
import { FIRST_CHECK_MS } from './late-payment-job.ts';
import { endAtChannel } from './payment-session.ts';
import { syncPayment } from './payment-sync.ts';
import type { PaymentContext } from './registry.ts';

type Order = typeof orders.$inferSelect;

/** The order, if it has ended unpaid. */
const readUnpaid = async ({ context: { db } }: PaymentContext, orderId: string): Promise<Order | null> => {
  const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  return order && hasLapsed(order.status) ? order : null;
};

/**
 * Queries the provider once and closes a session that could still be paid. Returns when to check again, at intervals that double, or
 * null if the check is finished. Rejects if the provider does not respond.
 */
export const checkLatePayment = async (money: PaymentContext, orderId: string, job: Job): Promise<Date | null> => {
  const report = await syncPayment(money, orderId);
  const before = await readUnpaid(money, orderId);
  if (before && report?.state === 'open') await endAtChannel(money, before);
  const unpaid = before && (await readUnpaid(money, orderId));
  const now = money.context.clock.now().getTime();
  const age = now - job.createdAt.getTime();
  return unpaid && age < ORDER_LIFETIME_MS ? new Date(now + Math.max(age, FIRST_CHECK_MS)) : null;
};
