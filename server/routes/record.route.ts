import { and, eq, inArray } from 'drizzle-orm';
import { statusOfCode } from '../../machines/order/order.status.ts';
import { epointPaymentIdsDetail, epointRecord } from '../../src/contract/epoint.contract.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { orders } from '../db/schema.ts';
import { createPartReader, type Value } from '../db/statement.ts';
import { readLedgerPage } from '../ledger/ledger-pages.ts';
import {
  ORDER_POLL,
  type OrderFilter,
  type OrderWithMoves,
  orderRow,
  orderRows,
  pollValues,
  readOrderPage,
  secondsOf,
} from '../orders/order-rows.ts';
import { readAfterCheck } from '../orders/order-settlement.ts';
import type { AppContext } from '../runtime/context.ts';
import { readOrderId } from '../runtime/order-id.ts';
import { createSessionReader } from '../users/session-store.ts';
import { type EarlyRead, type InputOf, prefetchRoute, route, success } from './route.ts';

/** End of the year 9999, the last that a date string can represent. */
const LAST_S = 253_402_300_799;

const dateOf = (seconds: number): Date => new Date(Math.min(seconds, LAST_S) * 1_000);

/** The times that a list is limited to. 0: no limit. `end` is inclusive. */
const rangeOf = ({ begin, end }: { readonly begin: number; readonly end: number }) => ({
  since: begin ? dateOf(begin) : null,
  before: end ? dateOf(end + 1) : null,
});

type Polled = readonly OrderWithMoves[];

const pollWithSession = createSessionReader(ORDER_POLL);
const pollAgain = createPartReader(ORDER_POLL);

/** Polls one order in the statement that checks the session. */
const prefetch = (orderId: string | null, filter: OrderFilter): EarlyRead<Polled> | null =>
  orderId === null ? null : (db, token, now) => pollWithSession(db, token, now, pollValues(orderId, filter));

const polledReply = async (context: AppContext, userId: string, values: readonly Value[], polled: Polled | null) => {
  const found = await readAfterCheck(
    context,
    polled ?? [],
    (rows) => rows.map(({ order }) => order),
    () => pollAgain(context.db, userId, values),
  );
  const rows = found.map((row) => orderRow(row, context.clock.now()));
  return { ...success(rows), isIncomplete: rows.length === 0 };
};

type RecordInput = InputOf<typeof orderRecord>;

const filterOf = (input: RecordInput): OrderFilter => ({ status: statusOfCode(input.status), ...rangeOf(input) });

/** The number of the only order that the call reads; null: it reads a list. */
const numberOf = ({ sdk_order_id }: RecordInput): string | null => readOrderId(sdk_order_id) || null;

/**
 * The caller's orders, newest first. An order past its deadline stays pending, without a payment URL, until the worker has queried the
 * provider. An order that is requested by its number is on the first page.
 */
export const orderRecordRoute = prefetchRoute(
  orderRecord,
  (input) => prefetch(numberOf(input), filterOf(input)),
  async ({ context, input }, { userId }, polled) => {
    const { db, clock } = context;
    const filter = filterOf(input);
    const orderId = numberOf(input);
    if (orderId && input.page !== 1) return success([]);
    if (orderId) return polledReply(context, userId, pollValues(orderId, filter), polled);
    const read = () => readOrderPage(db, { ...filter, userId }, input);
    const found = await readAfterCheck(context, await read(), (all) => all, read);
    return success(await orderRows(db, found, clock.now()));
  },
);

const NO_FILTER: OrderFilter = { status: null, since: null, before: null };

/** The only order that the call reads; null: there are several. */
const onlyOf = ({ paymentIds: [id, ...others] }: InputOf<typeof epointPaymentIdsDetail>): string | null =>
  others.length ? null : id || null;

/** The caller's orders with these numbers; others are left out. */
export const epointPaymentIdsDetailRoute = prefetchRoute(
  epointPaymentIdsDetail,
  (input) => prefetch(onlyOf(input), NO_FILTER),
  async ({ context, input }, { userId }, polled) => {
    const { db, clock } = context;
    const orderId = onlyOf(input);
    if (orderId) return polledReply(context, userId, pollValues(orderId, NO_FILTER), polled);
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

/** The caller's ledger, newest first. */
export const epointRecordRoute = route(epointRecord, async ({ context: { db }, input }, { userId }) => {
  const found = await readLedgerPage(db, { userId, type: input.type, ...rangeOf(input) }, input);
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
