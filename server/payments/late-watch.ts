import { eq } from 'drizzle-orm';
import { ORDER_STATUS } from '../../machines/order/order.status.ts';
import { orders } from '../db/schema.ts';
import type { Job } from '../delivery/outbox.ts';
import { FIRST_LOOK_MS } from './late-watch-job.ts';
import { syncPayment } from './payment-sync.ts';
import type { Money } from './registry.ts';

const LONGEST_MS = 7 * 24 * 3_600_000;

/** Asks once. Returns when to ask again, at intervals that double; null when nothing is left to find out. */
export const watchLate = async (money: Money, orderId: string, job: Job): Promise<Date | null> => {
  await syncPayment(money, orderId);
  const { db, clock } = money.context;
  const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.orderId, orderId));
  const isUnpaid = order?.status === ORDER_STATUS.fail || order?.status === ORDER_STATUS.overdue;
  const now = clock.now().getTime();
  const age = now - job.createdAt.getTime();
  return isUnpaid && age < LONGEST_MS ? new Date(now + Math.max(age, FIRST_LOOK_MS)) : null;
};
