import * as v from 'valibot';
import { paymentMethod } from '../../machines/order/order.schema.ts';
import {
  ANY_STATUS_CODE,
  ORDER_STATUS_CODES,
  type OrderStatus,
  statusOfCode,
  statusOfName,
} from '../../machines/order/order.status.ts';
import { endpoint, type Sample } from './endpoint.ts';
import { integerIn } from './forms.ts';
import { fields, meaning } from './reading.ts';
import * as wire from './wire.ts';

/** A code, as a number or as text, or a name of the specification in any spelling ("FullyPaid", "fully_paid", "success-arrived"). */
export const wireStatus = meaning<number | string, OrderStatus>(
  'an order status',
  (value) => statusOfCode(integerIn(value)) ?? (typeof value === 'string' ? statusOfName(value) : null) ?? undefined,
);

const line = fields({ name: wire.text, names: wire.texts, quantity: v.pipe(wire.integer, v.minValue(1)) });

export const orderWebProduct = endpoint({
  id: 'CALL-15',
  path: '/api/order/webProduct',
  needsSession: true,
  request: v.object({ role_id: wire.id, server_id: wire.id }),
  /** Price in decimal US dollars. Everything but the first three fields is optional and ours. */
  result: wire.rows(
    fields({
      cp_goods_id: wire.id,
      name: wire.title,
      price: wire.dollars,
      names: wire.texts,
      rebate_percent: wire.extra(v.pipe(wire.integer, v.minValue(1), v.maxValue(1_000))),
      gift: wire.extra(line),
      quantity: wire.extra(v.pipe(wire.integer, v.minValue(1))),
      art: wire.extra(wire.text),
    }),
    'cp_goods_id',
  ),
});

export const orderWebProductSample = {
  about: 'Lists the items that a role can buy. `price` is in US dollars, never in cents.',
  player: 'The shop is empty or shows an error.',
  specified: ['result.*.cp_goods_id', 'result.*.name', 'result.*.price'],
  names: 'player',
  request: ({ roleId, serverId }) => ({ role_id: roleId, server_id: serverId }),
  result: [
    {
      cp_goods_id: 'gem-60',
      name: '60 gems',
      price: '0.99',
      names: { 'de-DE': '60 Edelsteine' },
      rebate_percent: 10,
      gift: { name: 'Key', names: { 'de-DE': 'Schlüssel' }, quantity: 2 },
      quantity: 60,
      art: 'gems',
    },
    { cp_goods_id: 'gem-300', name: '300 gems', price: 4.99 },
  ],
  required: ['result.*.cp_goods_id', 'result.*.price', 'result.*.gift.name', 'result.*.gift.quantity'],
} satisfies Sample<typeof orderWebProduct>;

export const orderWebPayChannel = endpoint({
  id: 'CALL-16',
  path: '/api/order/webPayChannel',
  needsSession: true,
  request: v.object({ role_id: wire.id, server_id: wire.id, cp_goods_id: wire.id }),
  result: wire.rows(
    fields({
      name: wire.title,
      channel_code: wire.id,
      /** Ours; absent means open. */
      is_open: wire.open,
      priority: wire.priority,
      art: wire.extra(wire.text),
    }),
    'channel_code',
  ),
});

export const orderWebPayChannelSample = {
  about: 'Lists the payment channels of an item. The channel `epoint` pays with E Points.',
  player: 'The player cannot choose a payment method, so nothing can be bought.',
  specified: ['result.*.name', 'result.*.channel_code'],
  names: 'player',
  request: ({ roleId, serverId, itemId }) => ({ role_id: roleId, server_id: serverId, cp_goods_id: itemId }),
  result: [
    { name: 'Card', channel_code: 'card', is_open: true, priority: 2, art: '/pictures/card.webp' },
    { name: 'Wallet', channel_code: 'wallet', is_open: false, priority: 1 },
  ],
  required: ['result.*.channel_code'],
} satisfies Sample<typeof orderWebPayChannel>;

/** How an order is paid if not on a page: ours. Without it, on the page of the specified `pay_url`. */
export const wirePayment = wire.extra(paymentMethod);

export const orderWebCreate = endpoint({
  id: 'CALL-17',
  path: '/api/order/webCreate',
  strict: true,
  needsSession: true,
  request: v.object({
    role_id: wire.id,
    server_id: wire.id,
    cp_goods_id: wire.id,
    channel_code: wire.id,
    role_name: wire.name,
    server_name: wire.name,
  }),
  result: v.pipe(
    fields({
      pay_url: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)), null),
      payment: wirePayment,
      sdk_order_id: wire.id,
      /** Ours: creation time in seconds; without it the client reads the record. */
      create_ts: wire.extra(wire.seconds),
    }),
    v.forward(
      v.check(({ pay_url, payment }) => pay_url !== null || payment !== null, 'a page or a payment'),
      ['pay_url'],
    ),
  ),
});

export const orderWebCreateSample = {
  about: 'Creates an order and returns the page where the player pays it.',
  player: 'The player confirms an order and sees an error.',
  specified: ['result.pay_url', 'result.sdk_order_id'],
  names: 'player',
  request: ({ roleId, serverId, itemId }) => ({
    role_id: roleId,
    server_id: serverId,
    cp_goods_id: itemId,
    channel_code: 'card',
    role_name: '月影',
    server_name: 'Aurora',
  }),
  result: { pay_url: 'https://pay.example/c/1', sdk_order_id: 'O-1', create_ts: 1_760_000_000 },
  required: ['result', 'result.pay_url', 'result.sdk_order_id'],
} satisfies Sample<typeof orderWebCreate>;

/** One order with any payment method. */
export const orderRow = fields({
  create_ts: wire.seconds,
  name: wire.title,
  sdk_order_id: wire.id,
  amount: wire.dollars,
  channel_name: wire.title,
  /** Null if it is missing or unknown: the order is shown as "Status unknown" and is read again. */
  status: wire.extra(wireStatus),
  /** The following fields are ours, for the order page. Times in seconds. */
  names: wire.texts,
  art: wire.extra(wire.text),
  game_name: wire.extra(wire.text),
  server_id: wire.extra(wire.id),
  server_name: wire.extra(wire.text),
  role_id: wire.extra(wire.id),
  role_name: wire.extra(wire.text),
  uid: wire.extra(wire.id),
  cp_goods_id: wire.extra(wire.id),
  channel_code: wire.extra(wire.id),
  contents: wire.extraRows(line),
  /** `epoint`: buys E Points, without server and role. */
  order_type: wire.extra(v.picklist(['game', 'epoint'])),
  /** The price in E Points of an order that is paid with them; it has no payment page. */
  epoints: wire.extra(v.pipe(wire.integer, v.minValue(1))),
  credit: wire.extra(fields({ basic: wire.count, present: wire.count })),
  pay_url: wire.extra(v.pipe(v.string(), v.maxLength(4_096))),
  payment: wirePayment,
  history: wire.extraRows(fields({ status: wireStatus, ts: wire.seconds })),
});

export const orderRowSample = {
  create_ts: 1_760_000_000,
  name: '60 gems',
  sdk_order_id: 'O-1',
  amount: '0.99',
  channel_name: 'Card',
  status: 1,
  art: 'gems',
  game_name: 'Stormfall',
  server_id: 's1',
  server_name: 'Aurora',
  role_id: 'r1',
  role_name: '月影',
  uid: 'ga-7',
  cp_goods_id: 'gem-60',
  channel_code: 'card',
  contents: [{ name: '60 gems', names: { 'de-DE': '60 Edelsteine' }, quantity: 60 }],
  order_type: 'game',
  epoints: 99,
  credit: { basic: 90, present: 9 },
  pay_url: 'https://pay.example/c/1',
  history: [{ status: 1, ts: 1_760_000_000 }],
} satisfies v.InferInput<typeof orderRow>;

/** The fields without which a list drops an order. */
export const orderRowRequired = [
  'result.*.create_ts',
  'result.*.sdk_order_id',
  'result.*.amount',
  'result.*.credit.basic',
  'result.*.credit.present',
  'result.*.contents.*.name',
  'result.*.contents.*.quantity',
  'result.*.history.*.status',
  'result.*.history.*.ts',
];

export const orderRecord = endpoint({
  id: 'CALL-18',
  path: '/api/order/record',
  needsSession: true,
  request: v.object({
    ...wire.paging,
    ...wire.period,
    sdk_order_id: v.pipe(v.string(), v.maxLength(128)),
    status: v.pipe(wire.integer, v.picklist([ANY_STATUS_CODE, ...ORDER_STATUS_CODES])),
  }),
  result: wire.rows(orderRow, 'sdk_order_id'),
});

export const orderRecordSample = {
  about:
    'Lists the orders of the caller, newest first. `page` starts at 1; `begin` and `end` are seconds, inclusive; an empty `sdk_order_id` and the status -1 mean all.',
  player: 'The history is empty, and the page does not notice that an order is paid.',
  specified: [
    'result.*.create_ts',
    'result.*.name',
    'result.*.sdk_order_id',
    'result.*.amount',
    'result.*.channel_name',
    'result.*.status',
  ],
  names: 'order',
  request: ({ orderId }) => ({ page: 1, size: 10, begin: 0, end: 0, sdk_order_id: orderId, status: -1 }),
  result: [orderRowSample],
  required: orderRowRequired,
} satisfies Sample<typeof orderRecord>;
