import { eq } from 'drizzle-orm';
import { channels, orders } from '../db/schema.ts';
import { checkpoint } from '../kernel/checkpoint.ts';
import { withTimeout } from '../kernel/timeout.ts';
import { PROVIDER_OF_ORDER } from '../orders/order-provider.ts';
import { syncPayment } from './payment-sync.ts';
import type { PaymentContext } from './registry.ts';

/**
 * Refunds one capture at the provider, then applies its report. May be repeated. Returns false while the provider has accepted the refund
 * and does not report it yet.
 */
export const refundCapture = async (money: PaymentContext, orderId: string, captureId: string): Promise<boolean> => {
  const [order] = await money.context.db
    .select({ reference: orders.providerRef, provider: PROVIDER_OF_ORDER, traceId: orders.traceId })
    .from(orders)
    .leftJoin(channels, eq(channels.channelCode, orders.channelCode))
    .where(eq(orders.orderId, orderId));
  const provider = order && money.providerOf(order.provider);
  if (!order?.reference || !provider) throw new Error(`order ${orderId} has no provider for its refund`);
  await withTimeout(provider.refund(order.reference, captureId, order.traceId), 'the payment provider');
  checkpoint('refund.made');
  const report = await syncPayment(money, orderId);
  if (!report?.refunded.includes(captureId)) return false;
  money.context.metrics.count('refunds');
  return true;
};
