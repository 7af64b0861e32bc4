import { and, eq, inArray, isNull, lte, notInArray, or } from 'drizzle-orm';
import { ORDER_LIFETIME_MS } from '../../src/contract/retention.ts';
import type { Db } from '../db/database.ts';
import { orders } from '../db/schema.ts';
import { moveOrder, readOrder } from '../orders/order-moves.ts';
import { announceChecked, recheckBefore } from '../orders/order-settlement.ts';
import { enqueue } from '../outbox/outbox.ts';
import { OrderRefusedError } from '../ports/payment-provider.ts';
import type { AppContext } from '../runtime/context.ts';
import { UpstreamError } from '../runtime/timeout.ts';
import { latePaymentCheck, syncPayment } from './payment-sync.ts';
import type { PaymentServices } from './registry.ts';

/** Due orders of a dead process are free after this time. A query of a provider takes at most 10 s (`RESPONSE_LIMIT_MS`). */
const LEASE_MS = 15_000;

const settle = async (services: PaymentServices, orderId: string): Promise<void> => {
  const { db, clock, log, metrics } = services.context;
  const at = clock.now();
  const recheckLater = async (): Promise<void> => {
    await db
      .update(orders)
      .set({ checkedAt: at })
      .where(and(eq(orders.orderId, orderId), eq(orders.status, 'pending')));
  };
  try {
    const report = await syncPayment(services, orderId);
    if (report?.state === 'in-flight') return await recheckLater();
  } catch (error) {
    const order = await readOrder(db, orderId);
    const line = { orderId, traceId: order?.traceId ?? null, err: error };
    // For an older order, the provider may have deleted the payment.
    if (!order || at.getTime() - order.expiresAt.getTime() < ORDER_LIFETIME_MS) {
      const isUnreachable = error instanceof UpstreamError && !(error.cause instanceof OrderRefusedError);
      log.warn(
        line,
        isUnreachable
          ? 'the order is past its deadline and the payment provider does not respond'
          : 'the order is past its deadline and could not be checked',
      );
      return recheckLater();
    }
    log.error(line, 'the payment provider does not report the order a week after its deadline; the order ends unpaid');
  }
  const move = { orderId, from: 'pending', to: 'overdue', reason: 'not paid in time', at } as const;
  const isOverdue = await db.transaction(async (tx) => {
    if (!(await moveOrder(tx, move))) return false;
    // Read after the move: a session that is stored later sees that the order has ended.
    const order = await readOrder(tx, orderId);
    if (order?.providerRef) await enqueue(tx, [latePaymentCheck(order, at, at)], at);
    return true;
  });
  if (isOverdue) metrics.count('orders_overdue');
};

/**
 * Settles one expired order by querying the provider: paid, in flight, or overdue. If the provider does not report the order
 * `ORDER_LIFETIME_MS` after its deadline, it becomes overdue too, so that it does not block its selection. Late money still pays it.
 */
export const settleDueOrder = async (services: PaymentServices, orderId: string): Promise<void> => {
  try {
    await settle(services, orderId);
  } finally {
    announceChecked(services.context.db, orderId);
  }
};

export type DueOrder = { readonly orderId: string; readonly provider: string; readonly traceId: string | null };

/** Claims the oldest orders past their deadline, except those of `busy` providers. Each process adds to the rate of settled orders. */
export const claimDueOrders = async (
  { db, clock }: AppContext,
  busy: readonly string[],
  limit: number,
): Promise<DueOrder[]> => {
  const at = clock.now();
  const due = db.$with('due').as(
    db
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(
        and(
          eq(orders.status, 'pending'),
          lte(orders.expiresAt, at),
          or(isNull(orders.checkedAt), lte(orders.checkedAt, recheckBefore(at))),
          or(isNull(orders.expiryLeasedUntil), lte(orders.expiryLeasedUntil, at)),
          busy.length ? notInArray(orders.provider, [...busy]) : undefined,
        ),
      )
      .orderBy(orders.expiresAt)
      .limit(limit)
      .for('no key update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(orders)
    .set({ expiryLeasedUntil: new Date(at.getTime() + LEASE_MS) })
    .from(due)
    .where(eq(orders.orderId, due.orderId))
    .returning({ orderId: orders.orderId, provider: orders.provider, traceId: orders.traceId });
};

/** Gives up claimed orders, so that another process may claim them immediately. */
export const releaseDueOrders = async (db: Db, due: readonly DueOrder[]): Promise<void> => {
  const ids = due.map(({ orderId }) => orderId);
  if (!ids.length) return;
  await db.update(orders).set({ expiryLeasedUntil: null }).where(inArray(orders.orderId, ids));
};
