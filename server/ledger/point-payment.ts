import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { ledgerEntries, ledgerTransactions, type Order, orders } from '../db/schema.ts';
import { refundReason } from '../orders/delivered-lines.ts';
import { moveOrder, queueDelivery } from '../orders/order-moves.ts';
import { wakeWorker } from '../outbox/outbox.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { Config } from '../runtime/config.ts';
import type { AppContext } from '../runtime/context.ts';
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

const spendingOf = async (tx: Tx, orderId: string): Promise<LedgerTransaction | undefined> => {
  const [spent] = await tx
    .select()
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.orderId, orderId), eq(ledgerTransactions.kind, 'spend')));
  return spent;
};

/** Spends the points of a pending order and moves it to paid; null: the balance is too low and nothing has changed. */
export const spendPoints = async (tx: Tx, order: Order, at: Date): Promise<LedgerTransaction | null> => {
  const { orderId, userId } = order;
  const price = order.epoints ?? order.amountMinor;
  const share = shareOf(price, await lockBalance(tx, userId));
  if (!share) return null;
  const entries = { basic: -share.basic, present: -share.present, used: price };
  const transaction = await post(tx, { userId, kind: 'spend', orderId, entries, at });
  if (!(await moveOrder(tx, { orderId, from: 'pending', to: 'paid', reason: 'paid with E Points', at })))
    throw new Error(`order ${orderId} moved while its points were spent`);
  return transaction;
};

const refused = (code: Code): PointPayment => ({ kind: 'refused', code });

/** Spends the points, moves the order and queues its delivery in one transaction. */
const settle = async (
  tx: Tx,
  config: Config,
  userId: string,
  orderId: string,
  at: Date,
): Promise<PointPayment & { readonly isRepeat?: true }> => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orderId, orderId), eq(orders.userId, userId), isNotNull(orders.epoints)))
    .for('update');
  if (!order) return refused(CODE.orderNumberWrong);
  const settled = await spendingOf(tx, orderId);
  if (settled) return { kind: 'paid', transaction: settled, isRepeat: true };
  if (order.status !== 'pending' || order.expiresAt <= at) return refused(CODE.orderOver);
  const transaction = await spendPoints(tx, order, at);
  if (!transaction) return refused(CODE.balanceInsufficient);
  await queueDelivery(tx, config, order, at);
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
  const { isRepeat, ...payment } = await db.transaction((tx) => settle(tx, config, userId, orderId, at));
  checkpoint('points.committed');
  wakeWorker(db);
  if (payment.kind === 'refused') metrics.count('points_refused');
  else if (!isRepeat) {
    metrics.count('points_paid');
    metrics.count('orders_paid');
  }
  return payment;
};

/** Points of reversed purchases that were already spent. */
const lostBy = async (tx: Tx, userId: string): Promise<number> => {
  const [row] = await tx
    .select({ lost: sql<string>`coalesce(-sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.transactionId, ledgerEntries.transactionId))
    .where(and(eq(ledgerTransactions.userId, userId), eq(ledgerEntries.account, 'lost')));
  return Number(row?.lost ?? 0);
};

/**
 * Takes back points that an order returned, up to the number of points that the user had spent before their purchases were reversed.
 * Otherwise the user would have both the money and the points. Call it with the balance locked.
 */
const recoverLostPoints = async (tx: Tx, userId: string, returned: Points, at: Date): Promise<void> => {
  const recovered = Math.min(await lostBy(tx, userId), returned.basic + returned.present);
  if (recovered <= 0) return;
  const present = Math.min(recovered, returned.present);
  const basic = recovered - present;
  const entries = { basic: -basic, present: -present, lost: recovered };
  await post(tx, { userId, kind: 'correction', orderId: null, entries, at });
};

/** Refunds an order's points to the accounts they were taken from. Returns false if another transaction moved the order first. */
export const refundPoints = async (tx: Tx, order: Order, why: string, at: Date): Promise<boolean> => {
  const { orderId, userId } = order;
  const reason = await refundReason(tx, orderId, why);
  if (!(await moveOrder(tx, { orderId, from: order.status, to: 'refunded', reason, at }))) return false;
  const spent = await spendingOf(tx, orderId);
  if (!spent) throw new Error(`order ${orderId} is paid with E Points, but there is no spend transaction`);
  const { basic, present } = spent;
  const entries = { basic: -basic, present: -present, used: basic + present };
  await post(tx, { userId, kind: 'refund', orderId, entries, at });
  await recoverLostPoints(tx, userId, { basic: -basic, present: -present }, at);
  return true;
};
