import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import { type Order, outbox } from '../db/schema.ts';
import { deliverOrder } from '../delivery/delivery.ts';
import { payWithPoints, refundPoints } from '../ledger/point-payment.ts';
import { readFundingCapture } from '../orders/funding-capture.ts';
import { lockOrder, moveOrder, readOrder } from '../orders/order-moves.ts';
import { settleDueOrder } from '../payments/order-expiry.ts';
import { ensureSession } from '../payments/payment-session.ts';
import { syncPayment } from '../payments/payment-sync.ts';
import { refundCapture } from '../payments/refund.ts';
import type { PaymentServices } from '../payments/registry.ts';
import { sandboxGameServer } from './sandbox-game-server.ts';
import { applyCashierAction, forceCapture } from './sandbox-payments.ts';
import { setSecondsToExpiry } from './shift-order-time.ts';

/** What leads to a status. `reference`: of the order at its provider; '' for one that is paid with E Points. */
type Action = (services: PaymentServices, order: Order, reference: string) => Promise<unknown>;

/** An order forced to "paid" stays paid for this time. */
const HOLD_MS = 3_600_000;

const deliverJob = (orderId: string) => and(eq(outbox.kind, 'deliver'), eq(outbox.subject, orderId));

const pay: Action = async (services, { orderId, userId, epoints }, reference) => {
  const { context } = services;
  if (epoints === null) {
    await forceCapture(context, reference);
    await syncPayment(services, orderId);
  } else await payWithPoints(context, userId, orderId);
  const dueAt = new Date(context.clock.now().getTime() + HOLD_MS);
  await context.db.update(outbox).set({ dueAt }).where(deliverJob(orderId));
};

const fail: Action = async (services, { orderId, epoints }, reference) => {
  const { db, clock } = services.context;
  if (epoints !== null) {
    const move = { orderId, from: 'pending', to: 'failed', reason: 'forced', at: clock.now() } as const;
    return db.transaction((tx) => moveOrder(tx, move));
  }
  await applyCashierAction(services.context, reference, 'close');
  return syncPayment(services, orderId);
};

const expire: Action = async (services, { orderId, epoints }, reference) => {
  if (epoints === null) await applyCashierAction(services.context, reference, 'decline');
  await setSecondsToExpiry(services.context, orderId, 0);
  await settleDueOrder(services, orderId);
};

const deliver: Action = async ({ context }, { orderId }) => {
  const [job] = await context.db.select().from(outbox).where(deliverJob(orderId));
  if (job) await deliverOrder(context, sandboxGameServer(context.db), job);
};

const refund: Action = async (services, order) => {
  const { orderId, epoints } = order;
  const captureId = await services.context.db.transaction(async (tx) => {
    if (epoints === null) return readFundingCapture(tx, order);
    await lockOrder(tx, orderId);
    await refundPoints(tx, order, 'refunded', services.context.clock.now());
    return null;
  });
  if (captureId !== null) await refundCapture(services, orderId, captureId);
};

const ACTIONS: Readonly<Record<Exclude<OrderStatus, 'pending'>, Action>> = {
  paid: pay,
  failed: fail,
  overdue: expire,
  delivered: deliver,
  refunded: refund,
};

/** Moves an order by performing what the status means, including money, delivery and refund. */
export const forceStatus = async (services: PaymentServices, orderId: string, to: OrderStatus) => {
  const order = await readOrder(services.context.db, orderId);
  if (!order) return { kind: 'unknown' } as const;
  const from = order.status;
  const isLatePoints = order.epoints !== null && from !== 'pending' && to === 'paid';
  if (to === 'pending' || !isAllowedMove(from, to) || isLatePoints) return { kind: 'refused', status: from } as const;
  const reference = order.epoints === null ? (await ensureSession(services, order)).reference : '';
  await ACTIONS[to](services, order, reference);
  const status = (await readOrder(services.context.db, orderId))?.status ?? from;
  return { kind: status === to ? 'moved' : 'refused', status } as const;
};
