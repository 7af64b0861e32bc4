import { and, asc, eq } from 'drizzle-orm';
import { ORDER_STATUS } from '../../machines/order/order.status.ts';
import type { AppContext } from '../app-context.ts';
import { orders, payments } from '../db/schema.ts';
import { refundPoints } from '../ledger/point-payment.ts';
import { creditPurchase } from '../ledger/point-purchase.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { answered } from '../payments/time-limit.ts';
import { checkpoint } from '../sandbox/checkpoint.ts';
import type { GameServer } from './game-server.ts';
import { enqueue, finishJob, type Job } from './outbox.ts';

/** What could not be delivered in this time is refunded. */
const PATIENCE_MS = 72 * 3_600_000;

type Order = typeof orders.$inferSelect;

/** Every line, each time: the game keeps the first parcel of a line and drops the rest. */
const deliverLines = async (gameServer: GameServer, order: Order, at: Date): Promise<'delivered' | 'refused'> => {
  const { orderId, serverId, roleId, contents } = order;
  for (const [line, { name, quantity }] of contents.entries()) {
    const parcel = { orderId, line, serverId, roleId, name, quantity };
    const answer = await answered(gameServer.deliver(parcel, at), 'the game server');
    if (answer === 'refused') return 'refused';
    checkpoint('line.delivered');
  }
  return 'delivered';
};

const refundInstead = async ({ db }: AppContext, job: Job, order: Order, at: Date, why: string): Promise<void> => {
  const { orderId, amountMinor } = order;
  await db.transaction(async (tx) => {
    if (order.epoints !== null) {
      await refundPoints(tx, order, why, at);
      return finishJob(tx, job.id, at, why);
    }
    const [funding] = await tx
      .select({ captureId: payments.captureId })
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.kind, 'capture'), eq(payments.amountMinor, amountMinor)))
      .orderBy(asc(payments.paymentId))
      .limit(1);
    if (!funding) throw new Error(`order ${orderId} is paid without a capture`);
    await enqueue(tx, [{ kind: 'refund', subject: funding.captureId, payload: { orderId }, dueAt: at }], at);
    return finishJob(tx, job.id, at, why);
  });
};

/** E Points arrive in the ledger, in the transaction that says so. */
const credit = async ({ db, clock, metrics }: AppContext, job: Job, order: Order): Promise<void> => {
  const { orderId } = order;
  const at = clock.now();
  await db.transaction(async (tx) => {
    const { success: from, arrived: to } = ORDER_STATUS;
    if (await moveOrder(tx, { orderId, from, to, reason: 'E Points credited', at }))
      await creditPurchase(tx, order, at);
    await finishJob(tx, job.id, at);
  });
  checkpoint('points.credited');
  metrics.count('orders_delivered');
};

/** Hands a paid order to its game, line by line; rejects to be tried again. What never arrives is refunded. */
export const deliverOrder = async (context: AppContext, gameServer: GameServer, job: Job): Promise<void> => {
  const { db, clock, log, metrics } = context;
  const orderId = job.subject;
  const at = clock.now();
  const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  if (order?.status !== ORDER_STATUS.success) return finishJob(db, job.id, at, 'not to be delivered');
  if (order.orderType === 'epoint') return credit(context, job, order);
  try {
    if ((await deliverLines(gameServer, order, at)) === 'refused')
      return await refundInstead(context, job, order, at, 'refused by the game');
  } catch (error) {
    if (at.getTime() - job.createdAt.getTime() < PATIENCE_MS) throw error;
    log.error({ orderId, err: error }, 'an order could not be delivered in time and is refunded');
    return refundInstead(context, job, order, at, 'not delivered in time');
  }
  checkpoint('delivery.acknowledged');
  await db.transaction(async (tx) => {
    await moveOrder(tx, {
      orderId,
      from: ORDER_STATUS.success,
      to: ORDER_STATUS.arrived,
      reason: 'every line delivered',
      at: clock.now(),
    });
    await finishJob(tx, job.id, clock.now());
  });
  checkpoint('delivery.committed');
  metrics.count('orders_delivered');
};
