import { and, asc, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import { type Order, outbox, payments } from '../db/schema.ts';
import { deliverOrder } from '../delivery/delivery.ts';
import { payWithPoints, refundPoints } from '../ledger/point-payment.ts';
import { lockOrder, moveOrder, readOrder } from '../orders/order-moves.ts';
import { settleDueOrder } from '../payments/order-expiry.ts';
import { ensureSession } from '../payments/payment-session.ts';
import { syncPayment } from '../payments/payment-sync.ts';
import { refundCapture } from '../payments/refund.ts';
import type { PaymentServices } from '../payments/registry.ts';
import { sandboxGameServer } from './sandbox-game-server.ts';
import { applyCashierAction, forceCapture } from './sandbox-payments.ts';
import { setSecondsToExpiry } from './shift-order-time.ts';

export type ForceResult =
  | { readonly kind: 'moved'; readonly status: OrderStatus }
  | { readonly kind: 'refused'; readonly status: OrderStatus }
  | { readonly kind: 'unknown' };

/** An order forced to "paid" stays paid for this time. */
const HOLD_MS = 3_600_000;

const deliverJob = (orderId: string) => and(eq(outbox.kind, 'deliver'), eq(outbox.subject, orderId));

const pay = async (services: PaymentServices, orderId: string, reference: string): Promise<void> => {
  const { context } = services;
  await forceCapture(context, reference);
  await syncPayment(services, orderId);
  const dueAt = new Date(context.clock.now().getTime() + HOLD_MS);
  await context.db.update(outbox).set({ dueAt }).where(deliverJob(orderId));
};

const deliver = async ({ context }: PaymentServices, orderId: string): Promise<void> => {
  const [job] = await context.db.select().from(outbox).where(deliverJob(orderId));
  if (job) await deliverOrder(context, sandboxGameServer(context.db), job);
};

const refund = async (services: PaymentServices, { orderId, amountMinor }: Order): Promise<void> => {
  const [funding] = await services.context.db
    .select({ captureId: payments.captureId })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.kind, 'capture'), eq(payments.amountMinor, amountMinor)))
    .orderBy(asc(payments.paymentId))
    .limit(1);
  if (funding) await refundCapture(services, orderId, funding.captureId);
};

const expire = async (services: PaymentServices, orderId: string, reference: string): Promise<void> => {
  await applyCashierAction(services.context, reference, 'decline');
  await setSecondsToExpiry(services.context, orderId, 0);
  await settleDueOrder(services, orderId);
};

/** For an order paid with E Points: spends or refunds them as the player would. */
const forcePoints = async (
  services: PaymentServices,
  { orderId, userId, ...order }: Order,
  to: OrderStatus,
): Promise<void> => {
  const { context } = services;
  const { db } = context;
  const at = context.clock.now();
  switch (to) {
    case 'paid':
      await payWithPoints(context, userId, orderId);
      await db
        .update(outbox)
        .set({ dueAt: new Date(at.getTime() + HOLD_MS) })
        .where(deliverJob(orderId));
      break;
    case 'failed':
      await db.transaction((tx) => moveOrder(tx, { orderId, from: 'pending', to, reason: 'forced', at }));
      break;
    case 'overdue':
      await setSecondsToExpiry(context, orderId, 0);
      await settleDueOrder(services, orderId);
      break;
    case 'delivered':
      await deliver(services, orderId);
      break;
    case 'refunded':
      await db.transaction(async (tx) => {
        await lockOrder(tx, orderId);
        await refundPoints(tx, { ...order, orderId, userId }, 'refunded', context.clock.now());
      });
      break;
    case 'pending':
      break;
    default:
      return to satisfies never;
  }
};

const forceMoney = async (services: PaymentServices, order: Order, to: OrderStatus): Promise<void> => {
  const { orderId } = order;
  const { reference } = await ensureSession(services, order);
  switch (to) {
    case 'paid':
      await pay(services, orderId, reference);
      break;
    case 'failed':
      await applyCashierAction(services.context, reference, 'close');
      await syncPayment(services, orderId);
      break;
    case 'overdue':
      await expire(services, orderId, reference);
      break;
    case 'delivered':
      await deliver(services, orderId);
      break;
    case 'refunded':
      await refund(services, order);
      break;
    case 'pending':
      break;
    default:
      return to satisfies never;
  }
};

/** Moves an order by performing what the status means, including money, delivery and refund. */
export const forceStatus = async (
  services: PaymentServices,
  orderId: string,
  to: OrderStatus,
): Promise<ForceResult> => {
  const order = await readOrder(services.context.db, orderId);
  if (!order) return { kind: 'unknown' };
  const from = order.status;
  const isLatePoints = order.epoints !== null && from !== 'pending' && to === 'paid';
  if (!isAllowedMove(from, to) || isLatePoints) return { kind: 'refused', status: from };
  await (order.epoints === null ? forceMoney : forcePoints)(services, order, to);
  const status = (await readOrder(services.context.db, orderId))?.status ?? from;
  return status === to ? { kind: 'moved', status } : { kind: 'refused', status };
};
