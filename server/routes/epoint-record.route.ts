import { and, eq, inArray } from 'drizzle-orm';
import { epointPaymentIdsDetail, epointRecord } from '../../src/contract/epoint-order.contract.ts';
import { orders } from '../db/schema.ts';
import { readLedgerPage } from '../ledger/ledger-pages.ts';
import { orderRows, secondsOf } from '../orders/order-rows.ts';
import { readSettled } from '../orders/order-settlement.ts';
import { route, success } from './route.ts';
import { dateOf } from './time-range.ts';

/** The caller's ledger, newest first. */
export const epointRecordRoute = route(epointRecord, async ({ context: { db }, input }, session) => {
  const { page, size, begin, end, type } = input;
  const found = await readLedgerPage(
    db,
    {
      userId: session.userId,
      type,
      since: begin ? dateOf(begin) : null,
      before: end ? dateOf(end + 1) : null,
    },
    { page, size },
  );
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

/** The caller's orders with these numbers; others are left out. */
export const epointPaymentIdsDetailRoute = route(epointPaymentIdsDetail, async ({ context, input }, session) => {
  const { db, clock } = context;
  const wanted = [...new Set(input.paymentIds)];
  const found = await readSettled(context, () =>
    db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, session.userId), inArray(orders.orderId, wanted))),
  );
  const inOrder = wanted.flatMap((id) => found.filter(({ orderId }) => orderId === id));
  return success(await orderRows(db, inOrder, clock.now()));
});
