import { and, eq } from 'drizzle-orm';
import { orders, payments } from '../db/schema.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { withTimeout } from '../runtime/timeout.ts';
import { syncPayment } from './payment-sync.ts';
import type { PaymentServices } from './registry.ts';

const ensureRefunded = async (services: PaymentServices, orderId: string, captureId: string): Promise<boolean> => {
  const [order] = await services.context.db
    .select({
      reference: orders.providerRef,
      provider: orders.provider,
      traceId: orders.traceId,
      bookedAt: payments.at,
    })
    .from(orders)
    .leftJoin(payments, and(eq(payments.captureId, `refund:${captureId}`), eq(payments.kind, 'refund')))
    .where(eq(orders.orderId, orderId));
  if (order?.bookedAt) return true;
  const provider = order && services.providerOf(order.provider);
  if (!order?.reference || !provider) throw new Error(`order ${orderId} has no provider for its refund`);
  const isReported = async (): Promise<boolean> =>
    (await syncPayment(services, orderId))?.refunded.includes(captureId) ?? false;
  try {
    await withTimeout(provider.refund(order.reference, captureId, order.traceId), 'the payment provider');
  } catch (error) {
    if (await isReported().catch(() => false)) return true;
    throw error;
  }
  checkpoint('refund.made');
  return isReported();
};

/**
 * Refunds one capture at the provider, then applies its report. May be repeated: a capture that is already refunded, even by hand or by a
 * chargeback, is not refunded again. Returns false while the provider has accepted the refund and does not report it yet.
 */
export const refundCapture = async (
  services: PaymentServices,
  orderId: string,
  captureId: string,
): Promise<boolean> => {
  if (!(await ensureRefunded(services, orderId, captureId))) return false;
  services.context.metrics.count('refunds');
  return true;
};
