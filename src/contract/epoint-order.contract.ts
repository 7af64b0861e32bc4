import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { localeTexts, orderRow } from './order.contract.ts';
import {
  type Rows,
  wireExtra,
  wireExtraRows,
  wireId,
  wireInteger,
  wireName,
  wireRows,
  wireSeconds,
  wireText,
} from './wire.ts';

/** Code of the channel that pays with E Points. */
export const EPOINT_CHANNEL = 'epoint';

const points = v.pipe(wireInteger, v.minValue(0));
const system = v.picklist(['ios', 'android']);

/** Buys a package of E Points with money. */
const purchase = v.object({
  item_id: wireId,
  /** Left out where the API lists no channels: the player chooses on the payment page. */
  channel_code: v.nullish(wireId, null),
  system,
  /** Ours: what the player's screen says will arrive, bonus and rebate included; another sum is refused as a changed price. */
  epoints: v.nullish(v.pipe(points, v.minValue(1)), null),
});

/** Pays an item of a game with E Points. */
const payment = v.object({
  role_id: wireId,
  server_id: wireId,
  cp_goods_id: wireId,
  role_name: wireName,
  server_name: wireName,
  system,
});

const created = {
  pay_url: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)), null),
  /** E Points to pay; null for a purchase. */
  epoints: v.nullish(v.pipe(points, v.minValue(1)), null),
  /** Ours: creation time in seconds. */
  create_ts: wireExtra(wireSeconds),
};

/**
 * One call, two orders: a purchase is answered with `pay_url`; a payment with `epoints`, and is settled by `epoint/pay`. Both take the
 * two extra headers of order creation. The specification shows no field of the answer: the order number is `paymentId`, as
 * `epoint/pay` calls it, or `sdk_order_id`, as for every other created order.
 */
export const paymentCreateEpoint = endpoint({
  id: 'CALL-19',
  method: 'POST',
  path: '/api/payment/order/create/epoint',
  reading: 'strict',
  needsSession: true,
  fillsScreen: false,
  request: v.union([purchase, payment]),
  result: v.union([
    v.object({ paymentId: wireId, ...created }),
    v.pipe(
      v.object({ sdk_order_id: wireId, ...created }),
      v.transform(({ sdk_order_id: paymentId, ...order }) => ({ ...order, paymentId })),
    ),
  ]),
});

const NOTHING_SAID = {
  paymentId: null,
  basic: null,
  present: null,
  basic_after: null,
  present_after: null,
  pay_ts: null,
} as const;

/** Settles once for each `paymentId`: asked again, it gives the same answer and takes nothing more. Bonus points are taken first. */
export const paymentEpointPay = endpoint({
  id: 'CALL-20',
  method: 'POST',
  path: '/api/payment/order/epoint/pay',
  reading: 'strict',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ paymentId: wireId }),
  resultOptional: true,
  /** All of it is ours: what was taken of either kind, and what was left right after it. */
  result: v.fallback(
    v.nullish(
      v.object({
        paymentId: wireExtra(wireId),
        basic: wireExtra(points),
        present: wireExtra(points),
        basic_after: wireExtra(points),
        present_after: wireExtra(points),
        pay_ts: wireExtra(wireSeconds),
      }),
      {},
    ),
    NOTHING_SAID,
  ),
});

/** Why E Points came or went. `reversal`: a purchase was refunded; `opening`: what was there before the record began. */
export const EPOINT_ENTRY_KINDS = ['purchase', 'spend', 'refund', 'reversal', 'gift', 'opening', 'correction'] as const;

const entryKind = v.picklist([...EPOINT_ENTRY_KINDS, 'other']);

const amount = v.pipe(wireInteger, v.minValue(-1_000_000_000), v.maxValue(1_000_000_000));

/** The specification names no field of an entry: `create_ts`, `name` and `amount` are its words for other records, the rest is ours. */
const entryFields = v.object({
  entry_id: wireExtra(wireId),
  ts: wireExtra(wireSeconds),
  create_ts: wireExtra(wireSeconds),
  kind: v.fallback(entryKind, 'other'),
  /** Which way the points went, where the sign of the numbers does not say. */
  type: wireExtra(v.picklist(['income', 'expense'])),
  /** Positive: came in. Negative: went out. */
  basic: wireExtra(amount),
  present: wireExtra(amount),
  /** Basic and bonus points together, for an API that does not tell them apart. */
  amount: wireExtra(amount),
  /** The balance right after it. */
  basic_after: wireExtra(points),
  present_after: wireExtra(points),
  /** The order behind it. */
  payment_id: wireExtra(wireId),
  /** What was bought or paid, where there is an order. */
  item_name: wireExtra(wireText),
  name: wireExtra(wireText),
  item_names: localeTexts,
});

const entry = v.pipe(
  entryFields,
  v.check(({ ts, create_ts, basic, present, amount }) =>
    [ts, create_ts, basic, present, amount].some((said) => said !== null),
  ),
);

type Entry = v.InferOutput<typeof entry>;

const newestFirst = (one: Entry, other: Entry): number =>
  (other.ts ?? other.create_ts ?? 0) - (one.ts ?? one.create_ts ?? 0);

/** Two lists instead of one, each entry marked by the list it is in. */
const byFlow = v.pipe(
  v.object({ income: wireExtraRows(entry), expense: wireExtraRows(entry) }),
  v.transform(({ income, expense }): Rows<Entry> => {
    const rows = [
      ...income.rows.map((row) => ({ ...row, type: 'income' as const })),
      ...expense.rows.map((row) => ({ ...row, type: 'expense' as const })),
    ];
    return { rows: rows.toSorted(newestFirst), dropped: income.dropped + expense.dropped };
  }),
);

/**
 * The ledger of the caller, newest first. `page` is 1-based; `begin` and `end` are seconds, inclusive; our server takes 0 for "no
 * bound". Income is what raised the balance, expense what lowered it. The entries are one list, or a list for each of the two.
 */
export const epointRecord = endpoint({
  id: 'CALL-23',
  method: 'POST',
  path: '/api/epoint/record',
  reading: 'standard',
  needsSession: true,
  fillsScreen: true,
  request: v.object({
    page: v.pipe(wireInteger, v.minValue(1), v.maxValue(100_000)),
    size: v.pipe(wireInteger, v.minValue(1), v.maxValue(100)),
    begin: v.pipe(wireInteger, v.minValue(0)),
    end: v.pipe(wireInteger, v.minValue(0)),
    type: v.picklist(['all', 'income', 'expense']),
  }),
  resultOptional: true,
  result: v.nullish(v.union([wireRows(entry), byFlow]), []),
});

/**
 * The orders behind entries, as rows of the order record, in the order of the question. Those that are not the caller's are left out.
 * The specification shows no field of it: an API that answers something else is asked through `order/record` instead.
 */
export const epointPaymentIdsDetail = endpoint({
  id: 'CALL-24',
  method: 'POST',
  path: '/api/epoint/paymentIds/detail',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ paymentIds: v.pipe(v.array(wireId), v.minLength(1), v.maxLength(100)) }),
  resultOptional: true,
  result: wireExtraRows(orderRow),
});
