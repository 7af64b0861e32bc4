import * as v from 'valibot';
import { endpoint, type Sample } from './endpoint.ts';
import { orderRow, orderRowRequired, orderRowSample, wirePayment } from './order.contract.ts';
import { fields } from './reading.ts';
import * as wire from './wire.ts';

/** Code of the channel that pays with E Points. */
export const EPOINT_CHANNEL = 'epoint';

export const operateCoinBalance = endpoint({
  id: 'CALL-14',
  path: '/api/operate/coinBalance',
  needsSession: true,
  request: wire.nothing,
  result: fields({ amount: wire.count }),
});

export const operateCoinBalanceSample = {
  about: 'Returns the E Points that the player can spend.',
  player: 'The player cannot pay with E Points.',
  specified: ['result.amount'],
  names: 'nothing',
  request: {},
  result: { amount: 320 },
  required: ['result', 'result.amount'],
} satisfies Sample<typeof operateCoinBalance>;

export const epointBalance = endpoint({
  id: 'CALL-27',
  path: '/api/epoint/balance',
  needsSession: true,
  request: v.object({ userId: wire.id }),
  result: fields({ basicNum: wire.count, presentNum: wire.count }),
});

export const epointBalanceSample = {
  about: 'Returns the E Points of an account, paid and bonus. `userId` is the game account id.',
  player: 'The header and the wallet show no balance.',
  specified: ['result.basicNum', 'result.presentNum'],
  names: 'player',
  request: ({ gameAccountId }) => ({ userId: gameAccountId }),
  result: { basicNum: 300, presentNum: 20 },
  required: ['result', 'result.basicNum', 'result.presentNum'],
} satisfies Sample<typeof epointBalance>;

const system = v.picklist(['ios', 'android']);

/** Buys a package of E Points with money. */
const purchase = v.object({
  item_id: wire.id,
  /** Left out if the API lists no channels; the player then chooses on the payment page. */
  channel_code: v.nullish(wire.id, null),
  system,
  /** Ours: the points that the screen shows, including bonus and rebate; any other sum is refused as a changed price. */
  epoints: v.nullish(v.pipe(wire.count, v.minValue(1)), null),
});

/** Pays an item of a game with E Points. */
const payment = v.object({
  role_id: wire.id,
  server_id: wire.id,
  cp_goods_id: wire.id,
  role_name: wire.name,
  server_name: wire.name,
  system,
});

const created = {
  pay_url: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)), null),
  payment: wirePayment,
  /** E Points to pay; null for a purchase. */
  epoints: v.nullish(v.pipe(wire.count, v.minValue(1)), null),
  /** Ours: creation time in seconds. */
  create_ts: wire.extra(wire.seconds),
};

/** Both forms take the two extra headers of order creation. The specification shows no field of the response. */
export const paymentCreateEpoint = endpoint({
  id: 'CALL-19',
  path: '/api/payment/order/create/epoint',
  strict: true,
  needsSession: true,
  request: v.union([purchase, payment]),
  result: wire.eitherId('paymentId', 'sdk_order_id', created),
});

export const paymentCreateEpointSample = {
  about:
    'Creates an order in one of two forms: a purchase of E Points (`item_id`), whose response has `pay_url`, or a payment of an item with E Points (`cp_goods_id`), which `epoint/pay` settles. The order number is `paymentId` or `sdk_order_id`.',
  player: 'E Points can be neither bought nor spent.',
  names: 'player',
  request: ({ roleId, serverId, itemId }) => ({
    role_id: roleId,
    server_id: serverId,
    cp_goods_id: itemId,
    role_name: '月影',
    server_name: 'Aurora',
    system: 'android',
  }),
  result: { paymentId: 'O-2', pay_url: 'https://pay.example/c/2', epoints: 99, create_ts: 1_760_000_000 },
  required: ['result', 'result.paymentId'],
} satisfies Sample<typeof paymentCreateEpoint>;

/** All fields are ours: the points taken of each kind, and the balance afterwards. */
const taken = fields({
  paymentId: wire.extra(wire.id),
  basic: wire.extra(wire.count),
  present: wire.extra(wire.count),
  basic_after: wire.extra(wire.count),
  present_after: wire.extra(wire.count),
  pay_ts: wire.extra(wire.seconds),
});

/** Takes bonus points first. */
export const paymentEpointPay = endpoint({
  id: 'CALL-20',
  path: '/api/payment/order/epoint/pay',
  strict: true,
  needsSession: true,
  request: v.object({ paymentId: wire.id }),
  result: v.fallback(v.nullish(taken, {}), () => v.parse(taken, {})),
});

export const paymentEpointPaySample = {
  about:
    'Takes the E Points of an order, once for each `paymentId`: a repeated call returns the same response and takes nothing.',
  player: 'An order stays unpaid although the player has enough E Points.',
  names: 'order',
  request: ({ pointsOrderId }) => ({ paymentId: pointsOrderId }),
  result: { paymentId: 'O-2', basic: 79, present: 20, basic_after: 421, present_after: 0, pay_ts: 1_760_000_005 },
} satisfies Sample<typeof paymentEpointPay>;

/** Why the balance changed. `reversal`: a purchase was refunded; `opening`: the balance before the first entry. */
export const EPOINT_ENTRY_KINDS = ['purchase', 'spend', 'refund', 'reversal', 'gift', 'opening', 'correction'] as const;

const entryKind = v.picklist([...EPOINT_ENTRY_KINDS, 'other']);

const amount = v.pipe(wire.integer, v.minValue(-1_000_000_000), v.maxValue(1_000_000_000));

/** The specification shows no field of an entry: `create_ts`, `name` and `amount` are its names in other records; the rest is ours. */
const entry = v.pipe(
  fields({
    entry_id: wire.extra(wire.id),
    ts: wire.extra(wire.seconds),
    create_ts: wire.extra(wire.seconds),
    kind: v.fallback(entryKind, 'other'),
    /** The direction, for an API whose numbers have no sign. */
    type: wire.extra(v.picklist(['income', 'expense'])),
    /** Positive for income, negative for an expense. */
    basic: wire.extra(amount),
    present: wire.extra(amount),
    /** Basic and bonus points together, for an API that does not split them. */
    amount: wire.extra(amount),
    basic_after: wire.extra(wire.count),
    present_after: wire.extra(wire.count),
    payment_id: wire.extra(wire.id),
    item_name: wire.extra(wire.text),
    name: wire.extra(wire.text),
    item_names: wire.texts,
  }),
  v.check(({ ts, create_ts, basic, present, amount }) =>
    [ts, create_ts, basic, present, amount].some((value) => value !== null),
  ),
);

type Entry = v.InferOutput<typeof entry>;

const newestFirst = (one: Entry, other: Entry): number =>
  (other.ts ?? other.create_ts ?? 0) - (one.ts ?? one.create_ts ?? 0);

/** Two lists instead of one; the list determines the type of its entries. */
const byFlow = v.pipe(
  fields({ income: wire.extraRows(entry, 'entry_id'), expense: wire.extraRows(entry, 'entry_id') }),
  v.transform(({ income, expense }): wire.Rows<Entry> => {
    const rows = [
      ...income.rows.map((row) => ({ ...row, type: 'income' as const })),
      ...expense.rows.map((row) => ({ ...row, type: 'expense' as const })),
    ];
    return { rows: rows.toSorted(newestFirst), unread: [...income.unread, ...expense.unread] };
  }),
);

export const epointRecord = endpoint({
  id: 'CALL-23',
  path: '/api/epoint/record',
  needsSession: true,
  request: v.object({
    ...wire.paging,
    ...wire.period,
    type: v.picklist(['all', 'income', 'expense']),
  }),
  result: wire.eitherForm(['income', 'expense'], byFlow, wire.rows(entry, 'entry_id')),
});

export const epointRecordSample = {
  about:
    'Lists the E Point entries of the caller, newest first: one list, or one list for income and one for expenses. `page` starts at 1; `begin` and `end` are seconds, inclusive.',
  player: 'The E Point record shows an error.',
  names: 'nothing',
  request: { page: 1, size: 10, begin: 0, end: 0, type: 'all' },
  result: [
    {
      entry_id: 'E-7',
      ts: 1_760_000_005,
      kind: 'spend',
      basic: -79,
      present: -20,
      basic_after: 421,
      present_after: 0,
      payment_id: 'O-2',
      item_name: '60 gems',
      item_names: { 'de-DE': '60 Edelsteine' },
    },
  ],
} satisfies Sample<typeof epointRecord>;

/** The specification shows no field of the result, so the client falls back to `order/record`. */
export const epointPaymentIdsDetail = endpoint({
  id: 'CALL-24',
  path: '/api/epoint/paymentIds/detail',
  needsSession: true,
  request: v.object({ paymentIds: v.pipe(v.array(wire.id), v.minLength(1), v.maxLength(100)) }),
  result: wire.extraRows(orderRow, 'sdk_order_id'),
});

export const epointPaymentIdsDetailSample = {
  about: 'Returns the orders of E Point entries as rows of the order record. Orders of other players are left out.',
  player: 'An E Point purchase is looked up in the order record instead.',
  names: 'order',
  request: ({ orderId, pointsOrderId }) => ({ paymentIds: [orderId, pointsOrderId] }),
  result: [orderRowSample],
  required: orderRowRequired,
} satisfies Sample<typeof epointPaymentIdsDetail>;
