import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { localeTexts, orderRow } from './order.contract.ts';
import { wireId, wireInteger, wireName, wireRows, wireSeconds, wireText } from './wire.ts';

/** Code of the channel that pays with E Points. */
export const EPOINT_CHANNEL = 'epoint';

const points = v.pipe(wireInteger, v.minValue(0));
const system = v.picklist(['ios', 'android']);

/** Buys a package of E Points with money. */
const purchase = v.object({
  item_id: wireId,
  channel_code: wireId,
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

/**
 * One call, two orders: a purchase is answered with `pay_url`; a payment with `epoints`, and is settled by `epoint/pay`. Both take the
 * two extra headers of order creation.
 */
export const paymentCreateEpoint = endpoint({
  id: 'CALL-19',
  method: 'POST',
  path: '/api/payment/order/create/epoint',
  reading: 'strict',
  needsSession: true,
  fillsScreen: false,
  request: v.union([purchase, payment]),
  result: v.object({
    paymentId: wireId,
    pay_url: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)), null),
    /** E Points to pay; null for a purchase. */
    epoints: v.nullish(v.pipe(points, v.minValue(1)), null),
    /** Ours: creation time in seconds. */
    create_ts: v.nullish(wireSeconds, null),
  }),
});

/** Settles once for each `paymentId`: asked again, it gives the same answer and takes nothing more. Bonus points are taken first. */
export const paymentEpointPay = endpoint({
  id: 'CALL-20',
  method: 'POST',
  path: '/api/payment/order/epoint/pay',
  reading: 'strict',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ paymentId: wireId }),
  result: v.object({
    paymentId: wireId,
    /** Ours: what was taken of either kind, and what was left right after it. */
    basic: v.nullish(points, null),
    present: v.nullish(points, null),
    basic_after: v.nullish(points, null),
    present_after: v.nullish(points, null),
    pay_ts: v.nullish(wireSeconds, null),
  }),
});

/** Why E Points came or went. `reversal`: a purchase was refunded; `opening`: what was there before the record began. */
export const EPOINT_ENTRY_KINDS = ['purchase', 'spend', 'refund', 'reversal', 'gift', 'opening', 'correction'] as const;

const entryKind = v.picklist([...EPOINT_ENTRY_KINDS, 'other']);

const entry = v.object({
  entry_id: wireId,
  ts: wireSeconds,
  kind: v.fallback(entryKind, 'other'),
  /** Positive: came in. Negative: went out. */
  basic: wireInteger,
  present: wireInteger,
  /** The balance right after it. */
  basic_after: points,
  present_after: points,
  /** The order behind it. */
  payment_id: v.nullish(wireId, null),
  /** What was bought or paid, where there is an order. */
  item_name: v.nullish(wireText, null),
  item_names: localeTexts,
});

/**
 * The ledger of the caller, newest first. `page` is 1-based; `begin` and `end` are seconds, inclusive, 0 for "no bound". Income is
 * what raised the balance, expense what lowered it.
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
  result: wireRows(entry),
});

/** The orders behind entries, as rows of the order record, in the order of the question. Those that are not the caller's are left out. */
export const epointPaymentIdsDetail = endpoint({
  id: 'CALL-24',
  method: 'POST',
  path: '/api/epoint/paymentIds/detail',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ paymentIds: v.pipe(v.array(wireId), v.minLength(1), v.maxLength(100)) }),
  result: wireRows(orderRow),
});
