import { and, eq, inArray } from 'drizzle-orm';
import { epointPaymentIdsDetail, epointRecord } from '../../src/contract/epoint.contract.ts';
import { orders } from '../db/schema.ts';
import { readLedgerPage } from '../ledger/ledger-pages.ts';
import type { OrderFilter } from '../orders/order-pages.ts';
import { orderRows, secondsOf } from '../orders/order-rows.ts';
import { readAfterCheck } from '../orders/order-settlement.ts';
import { polledRows, prefetchOrder } from './polled-order.ts';
import { type InputOf, prefetchRoute, route, success } from './route.ts';
import { rangeOf } from './time-range.ts';

/** The caller's ledger, newest first. */
export const epointRecordRoute = route(epointRecord, async ({ context: { db }, input }, session) => {
  const found = await readLedgerPage(db, { userId: session.userId, type: input.type, ...rangeOf(input) }, input);
  return success(
    found.map(({ entry, name, names }) => ({
      entry_id: String(entry.transactionId),
      ts: secondsOf(entry.at),
      kind: entry.kind,
      basic: entry.basic,
      present: entry.present,
      basic_after: entry.basicAfter,
      present_after: entry.presentAfter,
      payment_id: entry.orderId,
      item_name: name,
      item_names: names ?? {},
    })),
  );
});

const NO_FILTER: OrderFilter = { status: null, since: null, before: null };

/** The only order that the call reads; null: there are several. */
const polledOf = ({ paymentIds: [id, ...others] }: InputOf<typeof epointPaymentIdsDetail>): string | null =>
  others.length ? null : (id ?? null);

/** The caller's orders with these numbers; others are left out. */
export const epointPaymentIdsDetailRoute = prefetchRoute(
  epointPaymentIdsDetail,
  (input) => {
    const orderId = polledOf(input);
    return orderId ? prefetchOrder(orderId, NO_FILTER) : null;
  },
  async ({ context, input }, { userId }, polled) => {
    const { db, clock } = context;
    const orderId = polledOf(input);
    if (orderId) {
      const rows = await polledRows(context, userId, { orderId, filter: NO_FILTER, polled: polled ?? [] });
      return { ...success(rows), isIncomplete: rows.length === 0 };
    }
    const wanted = [...new Set(input.paymentIds)];
    const read = () =>
      db
        .select()
        .from(orders)
        .where(and(eq(orders.userId, userId), inArray(orders.orderId, wanted)));
    const found = await readAfterCheck(context, await read(), (all) => all, read);
    const inOrder = wanted.flatMap((id) => found.filter((order) => order.orderId === id));
    return { ...success(await orderRows(db, inOrder, clock.now())), isIncomplete: inOrder.length < wanted.length };
  },
);
