import { and, eq, inArray, ne } from 'drizzle-orm';
import { type OrderStatus, paidStatuses } from '../../machines/order/order.status.ts';
import type { Tx } from '../db/database.ts';
import { ledgerTransactions, type Order, orders, users } from '../db/schema.ts';
import { named } from '../texts/server-texts.ts';
import { lockBalance, type Points, post } from './posting.ts';

export const E_POINTS = named('points.basic');
export const BONUS_POINTS = named('points.bonus');

/** Order lines of an E Point recharge. */
export const pointContents = ({ basic, present }: Points): Order['contents'] => [
  { ...E_POINTS, quantity: basic },
  ...(present > 0 ? [{ ...BONUS_POINTS, quantity: present }] : []),
];

/** Paid orders count; an open order counts too, unless the current payment belongs to it. */
const holdersOf = (status: OrderStatus): readonly OrderStatus[] =>
  status === 'pending' ? paidStatuses() : ['pending', ...paidStatuses()];

/**
 * A first-purchase rebate counts once per player and package. Call it with the order locked, right before its payment moves it: if another
 * order is paid with the rebate, or is open and promises it, this order is credited without the rebate. Returns a note for the history, or
 * null if nothing changes.
 */
export const withdrawFirstRebate = async (tx: Tx, order: Order): Promise<string | null> => {
  const { orderId, userId, goodsId, status, rebateKind, rebatePoints, creditBasic, creditPresent } = order;
  if (rebateKind !== 'first' || rebatePoints === null || creditBasic === null || creditPresent === null) return null;
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('no key update');
  const [holder] = await tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.goodsId, goodsId),
        eq(orders.rebateKind, 'first'),
        inArray(orders.status, holdersOf(status)),
        ne(orders.orderId, orderId),
      ),
    )
    .limit(1);
  if (!holder) return null;
  const present = creditPresent - rebatePoints;
  const contents = pointContents({ basic: creditBasic, present });
  await tx
    .update(orders)
    .set({ rebateKind: null, rebatePoints: null, creditPresent: present, contents })
    .where(eq(orders.orderId, orderId));
  return `without the first-purchase rebate of ${rebatePoints} points, which order ${holder.orderId} has`;
};

/** Points that an E Point recharge credits. */
const creditOf = ({ orderId, creditBasic, creditPresent }: Order): Points => {
  if (creditBasic === null || creditPresent === null) throw new Error(`order ${orderId} buys no E Points`);
  return { basic: creditBasic, present: creditPresent };
};

export const creditPurchase = async (tx: Tx, order: Order, at: Date): Promise<void> => {
  const { userId, orderId } = order;
  const { basic, present } = creditOf(order);
  const entries = { basic, present, sold: -basic, given: -present };
  await post(tx, { userId, kind: 'purchase', orderId, entries, at });
};

/** Reverses the points of a refunded purchase, each kind from its own account, as far as the balance allows; the rest is lost. */
export const reversePurchase = async (tx: Tx, order: Order, at: Date): Promise<Points> => {
  const { userId, orderId } = order;
  const [purchase] = await tx
    .select({ id: ledgerTransactions.transactionId })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.orderId, orderId), eq(ledgerTransactions.kind, 'purchase')));
  if (!purchase) return { basic: 0, present: 0 };
  const { basic, present } = creditOf(order);
  const balance = await lockBalance(tx, userId);
  const taken: Points = { basic: Math.min(basic, balance.basic), present: Math.min(present, balance.present) };
  const lost = basic + present - taken.basic - taken.present;
  const entries = { basic: -taken.basic, present: -taken.present, sold: basic, given: present, lost: -lost };
  await post(tx, { userId, kind: 'reversal', orderId, entries, at });
  return taken;
};
