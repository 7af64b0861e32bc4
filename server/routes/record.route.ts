import { statusOfCode } from '../../machines/order/order.codes.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { readOneOrder, readOrderPage } from '../orders/order-pages.ts';
import { orderRows } from '../orders/order-rows.ts';
import { readSettled } from '../orders/order-settlement.ts';
import { route, success } from './route.ts';
import { dateOf } from './time-range.ts';

/**
 * The caller's orders, newest first. An order past its deadline stays pending, without a payment URL, until the worker has queried the
 * provider.
 */
export const orderRecordRoute = route(orderRecord, async ({ context, input }, session) => {
  const { db, clock } = context;
  const { page, size, begin, end, status } = input;
  const orderId = input.sdk_order_id.trim();
  const filter = {
    userId: session.userId,
    status: statusOfCode(status),
    since: begin ? dateOf(begin) : null,
    before: end ? dateOf(end + 1) : null,
  };
  const at = { page, size };
  const found = await readSettled(context, () =>
    orderId ? readOneOrder(db, filter, orderId, at) : readOrderPage(db, filter, at),
  );
  return success(await orderRows(db, found, clock.now()));
});
