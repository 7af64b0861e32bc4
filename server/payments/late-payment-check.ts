import { hasLapsed } from '../../machines/order/order.status.ts';
import { ORDER_LIFETIME_MS } from '../../src/contract/retention.ts';
import type { Order } from '../db/schema.ts';
import { readOrder } from '../orders/order-moves.ts';
import type { Job } from '../outbox/outbox.ts';
import { closeAtProvider } from './payment-session.ts';
import { FIRST_CHECK_MS, syncPayment } from './payment-sync.ts';
import type { PaymentServices } from './registry.ts';

/** Applies the provider's report and closes a session of an unpaid order that could still be paid. Returns the order as it is afterwards. */
const settleLate = async (services: PaymentServices, orderId: string): Promise<Order | undefined> => {
  const report = await syncPayment(services, orderId);
  const order = await readOrder(services.context.db, orderId);
  if (!order || !hasLapsed(order.status) || report?.state !== 'open') return order;
  await closeAtProvider(services, order);
  return readOrder(services.context.db, orderId);
};

/**
 * Queries the provider once and closes a session that could still be paid. Returns when to check again, or null if the check is finished:
 * after the deadline for a pending order, at intervals that double for an unpaid one. Rejects if the provider does not respond, so that
 * the check is retried, but gives up after twice `ORDER_LIFETIME_MS`.
 */
export const checkLatePayment = async (services: PaymentServices, orderId: string, job: Job): Promise<Date | null> => {
  const { clock, log } = services.context;
  const ageAt = (now: Date): number => now.getTime() - job.createdAt.getTime();
  let order: Order | undefined;
  try {
    order = await settleLate(services, orderId);
  } catch (error) {
    if (ageAt(clock.now()) < 2 * ORDER_LIFETIME_MS) throw error;
    const line = { orderId, traceId: job.traceId, err: error };
    log.error(line, 'the payment provider no longer reports an unpaid order; its checks end');
    return null;
  }
  if (!order) return null;
  const now = clock.now();
  if (order.status === 'pending') return new Date(Math.max(now.getTime(), order.expiresAt.getTime()) + FIRST_CHECK_MS);
  const age = ageAt(now);
  return hasLapsed(order.status) && age < ORDER_LIFETIME_MS
    ? new Date(now.getTime() + Math.max(age, FIRST_CHECK_MS))
    : null;
};
