import { and, eq, inArray, ne } from 'drizzle-orm';
import { type OrderStatus, paidStatuses } from '../../machines/order/order.status.ts';
import type { Tx } from '../db/database.ts';
import { type Order, orders, users } from '../db/schema.ts';
import { pointContents } from './point-contents.ts';

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
  await tx
    .update(orders)
    .set({
      rebateKind: null,
      rebatePoints: null,
      creditPresent: present,
      contents: pointContents({ basic: creditBasic, present }),
    })
    .where(eq(orders.orderId, orderId));
  return `without the first-purchase rebate of ${rebatePoints} points, which order ${holder.orderId} has`;
};
