import { eq } from 'drizzle-orm';
import { orders } from '../db/schema.ts';
import type { Job } from '../outbox/outbox.ts';
import { FIRST_LOOK_MS } from './late-payment-job.ts';
import { endAtChannel } from './payment-session.ts';
import { syncPayment } from './payment-sync.ts';
import type { PaymentContext } from './registry.ts';

const LONGEST_MS = 7 * 24 * 3_600_000;

type Order = typeof orders.$inferSelect;

/** The order, as long as it is over and unpaid. */
const readUnpaid = async ({ context: { db } }: PaymentContext, orderId: string): Promise<Order | null> => {
  const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  return order?.status === 'failed' || order?.status === 'overdue' ? order : null;
};

/**
 * Asks once, and closes a session that could still be paid. Returns when to ask again, at intervals that double; null when nothing is left
 * to find out. Rejects when the provider does not answer.
 */
export const checkLatePayment = async (money: PaymentContext, orderId: string, job: Job): Promise<Date | null> => {
  const report = await syncPayment(money, orderId);
  const before = await readUnpaid(money, orderId);
  if (before && report?.state === 'open') await endAtChannel(money, before);
  const unpaid = before && (await readUnpaid(money, orderId));
  const now = money.context.clock.now().getTime();
  const age = now - job.createdAt.getTime();
  return unpaid && age < LONGEST_MS ? new Date(now + Math.max(age, FIRST_LOOK_MS)) : null;
};
