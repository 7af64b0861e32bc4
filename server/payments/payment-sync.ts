import { eq } from 'drizzle-orm';
import { moneyOf, type OrderStatus } from '../../machines/order/order.status.ts';
import type { Tx } from '../db/database.ts';
import { type Order, orders, type Payment, payments } from '../db/schema.ts';
import { reversePurchase, withdrawFirstRebate } from '../ledger/point-purchase.ts';
import { refundReason, reportDeliveredItems } from '../orders/delivered-lines.ts';
import { isPriceOf, readFundingCapture } from '../orders/funding-capture.ts';
import { moveOrder, queueDelivery, readOrder } from '../orders/order-moves.ts';
import { enqueue, type NewJob, wakeWorker } from '../outbox/outbox.ts';
import type { Capture, PaymentProvider, PaymentReport } from '../ports/payment-provider.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import type { Config } from '../runtime/config.ts';
import { withTimeout } from '../runtime/timeout.ts';
import type { PaymentServices } from './registry.ts';

export const FIRST_CHECK_MS = 60_000;

export const latePaymentSubject = (orderId: string): string => `unpaid:${orderId}`;

/**
 * Checks an order that ended unpaid for a week, in case a payment arrives and its notification is lost. The first check also closes an open
 * session at the provider; after expiry it is due immediately.
 */
export const latePaymentCheck = (
  { orderId, traceId }: Order,
  at: Date,
  dueAt = new Date(at.getTime() + FIRST_CHECK_MS),
): NewJob => ({
  kind: 'check-late-payment',
  subject: latePaymentSubject(orderId),
  payload: { orderId },
  traceId,
  dueAt,
});

type Change = {
  readonly tx: Tx;
  readonly config: Config;
  readonly order: Order;
  readonly provider: string;
  readonly at: Date;
};

const insertPayment = async (
  { tx, order, provider, at }: Change,
  kind: Payment['kind'],
  { captureId, amountMinor, currency }: Capture,
): Promise<boolean> => {
  const rows = await tx
    .insert(payments)
    .values({ orderId: order.orderId, provider, captureId, amountMinor, currency, kind, at })
    .onConflictDoNothing()
    .returning({ id: payments.paymentId });
  if (rows.length) return true;
  const [known] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.captureId, captureId));
  if (known?.orderId !== order.orderId)
    throw new Error(`the capture ${captureId} of order ${order.orderId} has the id of another order's capture`);
  return false;
};

/** Applies a capture. The first one of the right amount pays the order, even a late one; any other is refunded. */
const applyCapture = async (change: Change, status: OrderStatus, capture: Capture): Promise<OrderStatus> => {
  const { tx, config, order, at } = change;
  const { orderId } = order;
  if (!(await insertPayment(change, 'capture', capture))) return status;
  if (isPriceOf(order, capture) && moneyOf(status) === 'none') {
    const withdrawn = await withdrawFirstRebate(tx, order);
    const reason = withdrawn ? `payment verified; ${withdrawn}` : 'payment verified';
    await moveOrder(tx, { orderId, from: status, to: 'paid', reason, at });
    await queueDelivery(tx, config, order, at);
    return 'paid';
  }
  const payload = { orderId };
  await enqueue(tx, [{ kind: 'refund', subject: capture.captureId, payload, traceId: order.traceId, dueAt: at }], at);
  return status;
};

/** Applies a refund. If it refunds the capture that paid the order, the order becomes refunded. */
const applyRefund = async (
  change: Change,
  status: OrderStatus,
  captureId: string,
  known: readonly Payment[],
): Promise<OrderStatus> => {
  const { tx, order, at } = change;
  const { orderId } = order;
  const captured = known.find((row) => row.captureId === captureId && row.kind === 'capture');
  if (!captured) return status;
  if (!(await insertPayment(change, 'refund', { ...captured, captureId: `refund:${captureId}` }))) return status;
  if ((await readFundingCapture(tx, order)) !== captureId || moneyOf(status) !== 'retained') return status;
  const reason = await refundReason(tx, orderId, 'payment refunded');
  await moveOrder(tx, { orderId, from: status, to: 'refunded', reason, at });
  if (order.orderType === 'epoint') await reversePurchase(tx, order, at);
  return 'refunded';
};

const endUnpaid = async ({ tx, order, at }: Change): Promise<OrderStatus> => {
  const { orderId } = order;
  const reason = 'closed unpaid by the channel';
  await moveOrder(tx, { orderId, from: 'pending', to: 'failed', reason, at });
  await enqueue(tx, [latePaymentCheck(order, at)], at);
  return 'failed';
};

/** In one transaction: money, status, history, jobs. Compares the whole report, so reports may repeat, or arrive late or in any order. */
export const applyReport = async (
  { context }: PaymentServices,
  report: PaymentReport,
  provider: string,
): Promise<void> => {
  const { db, clock, config, log, metrics } = context;
  const move = await db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.orderId, report.orderId)).for('update');
    if (!order) throw new Error('the payment report refers to an unknown order');
    const at = clock.now();
    const change = { tx, config, order, provider, at };
    let status: OrderStatus = order.status;
    for (const capture of report.captures) status = await applyCapture(change, status, capture);
    if (report.refunded.length) {
      const known = await tx
        .select()
        .from(payments)
        .where(eq(payments.orderId, order.orderId))
        .orderBy(payments.paymentId);
      for (const captureId of report.refunded) status = await applyRefund(change, status, captureId, known);
    }
    if (report.state === 'closed' && status === 'pending') status = await endUnpaid(change);
    return { from: order.status, to: status, traceId: order.traceId };
  });
  const { orderId } = report;
  const { from, to } = move;
  if (from !== to) log.info({ orderId, ...move }, 'order moved');
  if (from !== to && to !== 'pending') metrics.count(`orders_${to}`);
  if (from === 'paid' && to === 'refunded') await reportDeliveredItems(context, orderId);
  checkpoint('payment.committed');
  wakeWorker(db);
};

export const providerOfOrder = ({ providerOf }: PaymentServices, { orderId, provider }: Order): PaymentProvider => {
  const found = providerOf(provider);
  if (!found) throw new Error(`there is no payment provider ${provider} for order ${orderId}`);
  return found;
};

/** The provider's report, unless it is about another order. */
export const reportOf = async (orderId: string, reading: Promise<PaymentReport>): Promise<PaymentReport> => {
  const report = await withTimeout(reading, 'the payment provider');
  if (report.orderId !== orderId) throw new Error('the payment provider reported another order');
  return report;
};

/** Applies the report of the order's provider; null if there is no session. Rejects without changes if the provider does not respond. */
export const syncPayment = async (services: PaymentServices, orderId: string): Promise<PaymentReport | null> => {
  const order = await readOrder(services.context.db, orderId);
  if (!order?.providerRef) return null;
  const report = await reportOf(orderId, providerOfOrder(services, order).query(order.providerRef, order.traceId));
  checkpoint('payment.queried');
  await applyReport(services, report, order.provider);
  return report;
};
