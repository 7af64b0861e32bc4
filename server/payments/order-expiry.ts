import { and, eq, isNotNull, isNull, lte, notInArray, or } from 'drizzle-orm';
import type { Db, Tx } from '../db/database.ts';
import { channels, orders } from '../db/schema.ts';
import type { AppContext } from '../kernel/context.ts';
import { recheckBefore } from '../orders/order-due.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { PROVIDER_OF_ORDER } from '../orders/order-provider.ts';
import { announceSettled } from '../orders/order-settlement.ts';
import { enqueue } from '../outbox/outbox.ts';
import { latePaymentCheck } from './late-payment-job.ts';
import { syncPayment } from './payment-sync.ts';
import type { PaymentContext } from './registry.ts';

/** Concurrent checks per provider. */
const AT_ONCE = 8;
/** Due orders per read. */
const BATCH = 50;

const traceOf = async (db: Db, orderId: string): Promise<string | null> => {
  const [order] = await db.select({ traceId: orders.traceId }).from(orders).where(eq(orders.orderId, orderId));
  return order?.traceId ?? null;
};

/** The order, if it has a session. Read after the move: a session that is stored later sees that the order has ended. */
const readWithSession = async (tx: Tx, orderId: string) => {
  const [order] = await tx
    .select({ orderId: orders.orderId, traceId: orders.traceId })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), isNotNull(orders.providerRef)));
  return order;
};

const settle = async (money: PaymentContext, orderId: string): Promise<void> => {
  const { db, clock, log, metrics } = money.context;
  const at = clock.now();
  const recheckLater = async (): Promise<void> => {
    await db
      .update(orders)
      .set({ checkedAt: at })
      .where(and(eq(orders.orderId, orderId), eq(orders.status, 'pending')));
  };
  try {
    const report = await syncPayment(money, orderId);
    if (report?.state === 'in-flight') return await recheckLater();
  } catch (error) {
    log.warn(
      { orderId, traceId: await traceOf(db, orderId), err: error },
      'the order is past its deadline and the payment provider does not respond',
    );
    return recheckLater();
  }
  const move = { orderId, from: 'pending', to: 'overdue', reason: 'not paid in time', at } as const;
  const isOverdue = await db.transaction(async (tx) => {
    if (!(await moveOrder(tx, move))) return false;
    const order = await readWithSession(tx, orderId);
    if (order) await enqueue(tx, [latePaymentCheck(order, at, at)], at);
    return true;
  });
  if (isOverdue) metrics.count('orders_overdue');
};

/** Settles one expired order by querying the provider: paid, in flight, or overdue. */
export const expireOrder = async (money: PaymentContext, orderId: string): Promise<void> => {
  try {
    await settle(money, orderId);
  } finally {
    announceSettled(money.context.db, orderId);
  }
};

export type DueOrder = { readonly orderId: string; readonly provider: string };

/** Orders past their deadline whose provider is not among `busy`, oldest first. */
export const dueOrders = ({ db, clock }: AppContext, busy: readonly string[]): Promise<DueOrder[]> => {
  const at = clock.now();
  return db
    .select({ orderId: orders.orderId, provider: PROVIDER_OF_ORDER })
    .from(orders)
    .leftJoin(channels, eq(channels.channelCode, orders.channelCode))
    .where(
      and(
        eq(orders.status, 'pending'),
        lte(orders.expiresAt, at),
        or(isNull(orders.checkedAt), lte(orders.checkedAt, recheckBefore(at))),
        busy.length ? notInArray(PROVIDER_OF_ORDER, [...busy]) : undefined,
      ),
    )
    .orderBy(orders.expiresAt)
    .limit(BATCH);
};

/** Settles a few orders at a time, until the signal aborts. With a provider that takes 200 ms, that is 40 orders per second. */
export const expireOrders = async (
  money: PaymentContext,
  due: readonly DueOrder[],
  signal?: AbortSignal,
): Promise<void> => {
  const left = due.values();
  const next = async (): Promise<void> => {
    for (const { orderId } of left) {
      if (signal?.aborted) return;
      await expireOrder(money, orderId);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
};

/** Settles all orders past their deadline once. Resolves with their number. */
export const expireDueOrders = async (money: PaymentContext): Promise<number> => {
  const due = await dueOrders(money.context, []);
  await expireOrders(money, due);
  return due.length;
};
