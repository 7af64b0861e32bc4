import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { ledgerTransactions, type Order, orders } from '../db/schema.ts';
import { refundReason } from '../orders/delivered-lines.ts';
import { deliveryDelayMs } from '../orders/delivery-delay.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { enqueue, wakeWorker } from '../outbox/outbox.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { recoverLostPoints } from './lost-points.ts';
import { type LedgerTransaction, lockBalance, type Points, post } from './posting.ts';

export type PointPayment =
  | { readonly kind: 'paid'; readonly transaction: LedgerTransaction }
  | { readonly kind: 'refused'; readonly code: Code };

/** Bonus points are spent first; null: the balance is too low. */
const shareOf = (price: number, { basic, present }: Points): Points | null => {
  if (basic + present < price) return null;
  const fromPresent = Math.min(present, price);
  return { basic: price - fromPresent, present: fromPresent };
};

const transactionOf = async (
  tx: Tx,
  orderId: string,
  kind: LedgerTransaction['kind'],
): Promise<LedgerTransaction | null> => {
  const [row] = await tx
    .select()
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.orderId, orderId), eq(ledgerTransactions.kind, kind)));
  return row ?? null;
};

/** Spends the points of a pending order and moves it to paid; null: the balance is too low and nothing has changed. */
export const spendPoints = async (tx: Tx, order: Order, at: Date): Promise<LedgerTransaction | null> => {
  const { orderId, userId } = order;
  const price = order.epoints ?? order.amountMinor;
  const share = shareOf(price, await lockBalance(tx, userId));
  if (!share) return null;
  const entries = { basic: -share.basic, present: -share.present, used: price };
  const transaction = await post(tx, { userId, kind: 'spend', orderId, entries, at });
  const from = 'pending';
  const to = 'paid';
  if (!(await moveOrder(tx, { orderId, from, to, reason: 'paid with E Points', at })))
    throw new Error(`order ${orderId} moved while its points were spent`);
  return transaction;
};

const refused = (code: Code): PointPayment => ({ kind: 'refused', code });

/** Spends the points, moves the order and queues its delivery in one transaction. */
const settle = async (
  tx: Tx,
  userId: string,
  orderId: string,
  at: Date,
  delayMs: number,
): Promise<PointPayment & { readonly isRepeat?: true }> => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orderId, orderId), eq(orders.userId, userId), isNotNull(orders.epoints)))
    .for('update');
  if (!order) return refused(CODE.orderNumberWrong);
  const settled = await transactionOf(tx, orderId, 'spend');
  if (settled) return { kind: 'paid', transaction: settled, isRepeat: true };
  if (order.status !== 'pending' || order.expiresAt <= at) return refused(CODE.orderOver);
  const transaction = await spendPoints(tx, order, at);
  if (!transaction) return refused(CODE.balanceInsufficient);
  const dueAt = new Date(at.getTime() + delayMs);
  await enqueue(tx, [{ kind: 'deliver', subject: orderId, payload: {}, traceId: order.traceId, dueAt }], at);
  checkpoint('points.spent');
  return { kind: 'paid', transaction };
};

/** Pays an order with its owner's E Points. Repeated calls return the same transaction. */
export const payWithPoints = async (
  { db, clock, config, metrics }: AppContext,
  userId: string,
  orderId: string,
): Promise<PointPayment> => {
  const at = clock.now();
  const { isRepeat = false, ...payment } = await db.transaction((tx) =>
    settle(tx, userId, orderId, at, deliveryDelayMs(config)),
  );
  checkpoint('points.committed');
  wakeWorker(db);
  if (payment.kind === 'refused') metrics.count('points_refused');
  else if (!isRepeat) {
    metrics.count('points_paid');
    metrics.count('orders_paid');
  }
  return payment;
};

/** Refunds an order's points to the accounts they were taken from. Returns false if another transaction moved the order first. */
export const refundPoints = async (tx: Tx, order: Order, why: string, at: Date): Promise<boolean> => {
  const { orderId, userId } = order;
  const from = order.status;
  const reason = await refundReason(tx, orderId, why);
  if (!(await moveOrder(tx, { orderId, from, to: 'refunded', reason, at }))) return false;
  const spent = await transactionOf(tx, orderId, 'spend');
  if (!spent) throw new Error(`order ${orderId} is paid with E Points, but there is no spend transaction`);
  const { basic, present } = spent;
  const entries = { basic: -basic, present: -present, used: basic + present };
  await post(tx, { userId, kind: 'refund', orderId, entries, at });
  await recoverLostPoints(tx, userId, { basic: -basic, present: -present }, at);
  return true;
};
