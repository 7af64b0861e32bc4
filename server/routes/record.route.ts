import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { ANY_STATUS } from '../../machines/order/order.status.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { orders } from '../db/schema.ts';
import { expireDueOrders } from '../orders/order-expiry.ts';
import { orderRows } from '../orders/order-rows.ts';
import { moneyOf } from '../payments/registry.ts';
import { route, success } from './route.ts';
import { dateOf } from './time-range.ts';

/** The caller's orders, newest first. Those past their deadline are settled before they are told. */
export const orderRecordRoute = route(orderRecord, async ({ context, input }, session) => {
  const { db, clock } = context;
  await expireDueOrders(moneyOf(context), session.userId);
  const { page, size, begin, end, status } = input;
  const orderId = input.sdk_order_id.trim();
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, session.userId),
        orderId ? eq(orders.orderId, orderId) : undefined,
        status === ANY_STATUS ? undefined : eq(orders.status, status),
        begin ? gte(orders.createdAt, dateOf(begin)) : undefined,
        end ? lt(orders.createdAt, dateOf(end + 1)) : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(size)
    .offset((page - 1) * size);
  return success(await orderRows(db, found, clock.now()));
});
