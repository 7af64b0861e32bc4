import * as v from 'valibot';
import { ANY_STATUS, ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { endpoint } from './endpoint.ts';
import { wireDollars, wireId, wireInteger, wireName, wireRows, wireSeconds, wireText } from './wire.ts';

export const localeTexts = v.nullish(v.record(v.string(), wireText), {});
const status = v.pipe(wireInteger, v.picklist(ORDER_STATUSES));

const gift = v.object({ name: wireText, names: localeTexts, quantity: v.pipe(wireInteger, v.minValue(1)) });

export const orderWebProduct = endpoint({
  id: 'CALL-15',
  method: 'POST',
  path: '/api/order/webProduct',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ role_id: wireId, server_id: wireId }),
  /** Price in decimal US dollars. Everything but the first three fields is optional and ours. */
  result: wireRows(
    v.object({
      cp_goods_id: wireId,
      name: wireText,
      price: wireDollars,
      names: localeTexts,
      rebate_percent: v.nullish(v.pipe(wireInteger, v.minValue(1), v.maxValue(1_000)), null),
      gift: v.nullish(gift, null),
      quantity: v.nullish(v.pipe(wireInteger, v.minValue(1)), null),
      art: v.nullish(wireText, null),
    }),
  ),
});

export const orderWebPayChannel = endpoint({
  id: 'CALL-16',
  method: 'POST',
  path: '/api/order/webPayChannel',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ role_id: wireId, server_id: wireId, cp_goods_id: wireId }),
  result: wireRows(
    v.object({
      name: wireText,
      channel_code: wireId,
      /** Ours; absent means open. */
      is_open: v.nullish(v.boolean(), true),
      priority: v.nullish(wireInteger, 0),
    }),
  ),
});

export const orderWebCreate = endpoint({
  id: 'CALL-17',
  method: 'POST',
  path: '/api/order/webCreate',
  reading: 'strict',
  needsSession: true,
  fillsScreen: false,
  request: v.object({
    role_id: wireId,
    server_id: wireId,
    cp_goods_id: wireId,
    channel_code: wireId,
    role_name: wireName,
    server_name: wireName,
  }),
  result: v.object({
    pay_url: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)),
    sdk_order_id: wireId,
    /** Ours: creation time in seconds; without it the record tells. */
    create_ts: v.nullish(wireSeconds, null),
  }),
});

const pointParts = v.object({
  basic: v.pipe(wireInteger, v.minValue(0)),
  present: v.pipe(wireInteger, v.minValue(0)),
});

const line = v.object({ name: wireText, names: localeTexts, quantity: v.pipe(wireInteger, v.minValue(1)) });

/** One order, whatever it was paid with. */
export const orderRow = v.object({
  create_ts: wireSeconds,
  name: wireText,
  sdk_order_id: wireId,
  amount: wireDollars,
  channel_name: wireText,
  status,
  /** From here on ours: what the labels of the order page need. Times in seconds. */
  game_name: v.nullish(wireText, null),
  server_id: v.nullish(wireId, null),
  server_name: v.nullish(wireText, null),
  role_id: v.nullish(wireId, null),
  role_name: v.nullish(wireText, null),
  uid: v.nullish(wireId, null),
  cp_goods_id: v.nullish(wireId, null),
  channel_code: v.nullish(wireId, null),
  contents: v.nullish(wireRows(line), []),
  /** `epoint`: buys E Points; without server and role. */
  order_type: v.nullish(v.picklist(['game', 'epoint']), 'game'),
  /** E Points that it is paid with instead of money; there is no page to pay on then. */
  epoints: v.nullish(v.pipe(wireInteger, v.minValue(1)), null),
  /** E Points that it buys, credited when it arrives. */
  credit: v.nullish(pointParts, null),
  pay_url: v.nullish(v.pipe(v.string(), v.maxLength(4_096)), null),
  history: v.nullish(wireRows(v.object({ status, ts: wireSeconds })), []),
});

/** `page` is 1-based; `begin` and `end` are seconds, inclusive, 0 for "no bound"; an empty `sdk_order_id` means all. */
export const orderRecord = endpoint({
  id: 'CALL-18',
  method: 'POST',
  path: '/api/order/record',
  reading: 'standard',
  needsSession: true,
  fillsScreen: true,
  request: v.object({
    page: v.pipe(wireInteger, v.minValue(1), v.maxValue(100_000)),
    size: v.pipe(wireInteger, v.minValue(1), v.maxValue(100)),
    begin: v.pipe(wireInteger, v.minValue(0)),
    end: v.pipe(wireInteger, v.minValue(0)),
    sdk_order_id: v.pipe(v.string(), v.maxLength(128)),
    status: v.pipe(wireInteger, v.picklist([ANY_STATUS, ...ORDER_STATUSES])),
  }),
  result: wireRows(orderRow),
});
