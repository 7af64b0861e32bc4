import { and, eq, inArray, ne } from 'drizzle-orm';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { Tx } from '../db/database.ts';
import { orders, users } from '../db/schema.ts';
import { pointContents } from './point-contents.ts';

type Order = typeof orders.$inferSelect;

/** Paid orders count; so does an open one, unless the payment at hand is the open order's own. */
const holdersOf = (status: OrderStatus): OrderStatus[] =>
  status === 'pending' ? ['paid', 'delivered'] : ['pending', 'paid', 'delivered'];

/**
 * A rebate for a first purchase counts once for each player and package. Called with the order locked, right before its payment moves it:
 * when another order is paid with the rebate, or is open and promises it to the player, this one is credited without. Returns what the
 * history says about that, or null when nothing changes.
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
