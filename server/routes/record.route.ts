import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { ANY_STATUS } from '../../machines/order/order.status.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { orders } from '../db/schema.ts';
import { orderRows } from '../orders/order-rows.ts';
import { route, success } from './route.ts';
import { dateOf } from './time-range.ts';

/**
 * The caller's orders, newest first, as the database has them: no request waits for a payment provider. One that is past its deadline stays
 * pending, without an address to pay at, until the worker has asked the provider.
 */
export const orderRecordRoute = route(orderRecord, async ({ context, input }, session) => {
  const { db, clock } = context;
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
