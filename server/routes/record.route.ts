import { statusOfCode } from '../../machines/order/order.status.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { type OrderFilter, orderRows, readOrderPage } from '../orders/order-rows.ts';
import { readAfterCheck } from '../orders/order-settlement.ts';
import { readOrderId } from '../runtime/order-id.ts';
import { polledRows, prefetchOrder } from './polled-order.ts';
import { type InputOf, prefetchRoute, success } from './route.ts';
import { rangeOf } from './time-range.ts';

type Input = InputOf<typeof orderRecord>;

const filterOf = (input: Input): OrderFilter => ({ status: statusOfCode(input.status), ...rangeOf(input) });

/** The number of the only order that the call reads; null: it reads a list. */
const polledOf = ({ sdk_order_id }: Input): string | null => readOrderId(sdk_order_id) || null;

/**
 * The caller's orders, newest first. An order past its deadline stays pending, without a payment URL, until the worker has queried the
 * provider. An order that is requested by its number is on the first page.
 */
export const orderRecordRoute = prefetchRoute(
  orderRecord,
  (input) => {
    const orderId = polledOf(input);
    return orderId ? prefetchOrder(orderId, filterOf(input)) : null;
  },
  async ({ context, input }, { userId }, polled) => {
    const { db, clock } = context;
    const filter = filterOf(input);
    const orderId = polledOf(input);
    if (orderId) {
      if (input.page !== 1) return success([]);
      const rows = await polledRows(context, userId, { orderId, filter, polled: polled ?? [] });
      return { ...success(rows), isIncomplete: rows.length === 0 };
    }
    const read = () => readOrderPage(db, { ...filter, userId }, input);
    const found = await readAfterCheck(context, await read(), (all) => all, read);
    return success(await orderRows(db, found, clock.now()));
  },
);
