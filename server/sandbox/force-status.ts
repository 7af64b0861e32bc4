import { and, asc, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import { orders, outbox, payments } from '../db/schema.ts';
import { deliverOrder } from '../delivery/delivery.ts';
import { payWithPoints, refundPoints } from '../ledger/point-payment.ts';
import { lockOrder, moveOrder } from '../orders/order-moves.ts';
import { settleDueOrder } from '../payments/order-expiry.ts';
import { ensureSession } from '../payments/payment-session.ts';
import { syncPayment } from '../payments/payment-sync.ts';
import { refundCapture } from '../payments/refund.ts';
import type { PaymentContext } from '../payments/registry.ts';
import { sandboxGameServer } from './sandbox-game-server.ts';
import { act, captureAnyway } from './sandbox-payments.ts';
import { setSecondsToExpiry } from './shift-order-time.ts';

export type Forced =
  | { readonly kind: 'moved'; readonly status: OrderStatus }
  | { readonly kind: 'refused'; readonly status: OrderStatus }
  | { readonly kind: 'unknown' };

type Order = typeof orders.$inferSelect;

/** An order forced to "paid" stays paid for this time. */
const HOLD_MS = 3_600_000;

const read = async ({ context }: PaymentContext, orderId: string): Promise<Order | undefined> => {
  const [order] = await context.db.select().from(orders).where(eq(orders.orderId, orderId));
  return order;
};

const deliverJob = (orderId: string) => and(eq(outbox.kind, 'deliver'), eq(outbox.subject, orderId));

const pay = async (money: PaymentContext, orderId: string, reference: string): Promise<void> => {
  const { context } = money;
  await captureAnyway(context, reference);
  await syncPayment(money, orderId);
  const dueAt = new Date(context.clock.now().getTime() + HOLD_MS);
  await context.db.update(outbox).set({ dueAt }).where(deliverJob(orderId));
};

const deliver = async ({ context }: PaymentContext, orderId: string): Promise<void> => {
  const [job] = await context.db.select().from(outbox).where(deliverJob(orderId));
  if (job) await deliverOrder(context, sandboxGameServer(context.db), job);
};

const refund = async (money: PaymentContext, { orderId, amountMinor }: Order): Promise<void> => {
  const [funding] = await money.context.db
    .select({ captureId: payments.captureId })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.kind, 'capture'), eq(payments.amountMinor, amountMinor)))
    .orderBy(asc(payments.paymentId))
    .limit(1);
  if (funding) await refundCapture(money, orderId, funding.captureId);
};

const expire = async (money: PaymentContext, orderId: string, reference: string): Promise<void> => {
  await act(money.context, reference, 'decline');
  await setSecondsToExpiry(money.context, orderId, 0);
  await settleDueOrder(money, orderId);
};

/** For an order paid with E Points: spends or refunds them as the player would. */
const forcePoints = async (
  money: PaymentContext,
  { orderId, userId, ...order }: Order,
  to: OrderStatus,
): Promise<void> => {
  const { context } = money;
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
      await settleDueOrder(money, orderId);
      break;
    case 'delivered':
      await deliver(money, orderId);
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

const forceMoney = async (money: PaymentContext, order: Order, to: OrderStatus): Promise<void> => {
  const { orderId } = order;
  const { reference } = await ensureSession(money, order);
  switch (to) {
    case 'paid':
      await pay(money, orderId, reference);
      break;
    case 'failed':
      await act(money.context, reference, 'close');
      await syncPayment(money, orderId);
      break;
    case 'overdue':
      await expire(money, orderId, reference);
      break;
    case 'delivered':
      await deliver(money, orderId);
      break;
    case 'refunded':
      await refund(money, order);
      break;
    case 'pending':
      break;
    default:
      return to satisfies never;
  }
};

/** Moves an order by performing what the status means, including money, delivery and refund. */
export const forceStatus = async (money: PaymentContext, orderId: string, to: OrderStatus): Promise<Forced> => {
  const order = await read(money, orderId);
  if (!order) return { kind: 'unknown' };
  const from = order.status;
  const isLatePoints = order.epoints !== null && from !== 'pending' && to === 'paid';
  if (!isAllowedMove(from, to) || isLatePoints) return { kind: 'refused', status: from };
  await (order.epoints === null ? forceMoney : forcePoints)(money, order, to);
  const status = (await read(money, orderId))?.status ?? from;
  return status === to ? { kind: 'moved', status } : { kind: 'refused', status };
};
