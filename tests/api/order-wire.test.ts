import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { eRechargeItems, eRechargeRebateInfo } from '../../src/contract/e-recharge.contract.ts';
import type { AnyEndpoint } from '../../src/contract/endpoint.ts';
import {
  epointBalance,
  epointPaymentIdsDetail,
  epointRecord,
  operateCoinBalance,
  paymentCreateEpoint,
  paymentEpointPay,
} from '../../src/contract/epoint.contract.ts';
import { orderRecord, orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import * as wire from '../../src/contract/wire.ts';
import { sampleOf, WIRE_SAMPLES } from '../support/api/fake-api.ts';

const isValid = (schema: v.GenericSchema, input: unknown): boolean => v.safeParse(schema, input).success;

/** Whether the sample request of a call is valid with other fields. */
const request = ({ path, request: schema }: AnyEndpoint, change: object): boolean =>
  isValid(schema, { ...sampleOf(path).request, ...change });

/** Whether the sample response of a call, an object, is valid with other fields. */
const result = ({ path, result: schema }: AnyEndpoint, change: object): boolean =>
  isValid(schema, { ...(sampleOf(path).result as object), ...change });

/** The first row of a list of a call with other fields; undefined if the row is dropped. */
const row = ({ path, result: schema }: AnyEndpoint, change: object): object | undefined => {
  const [sample] = sampleOf(path).result as readonly object[];
  const { rows } = v.parse(schema, [{ ...sample, ...change }]) as { readonly rows: readonly object[] };
  return rows[0];
};

describe('calls', () => {
  test.each([
    ['CALL-14', operateCoinBalance, '/api/operate/coinBalance', undefined],
    ['CALL-15', orderWebProduct, '/api/order/webProduct', undefined],
    ['CALL-16', orderWebPayChannel, '/api/order/webPayChannel', undefined],
    ['CALL-17', orderWebCreate, '/api/order/webCreate', true],
    ['CALL-18', orderRecord, '/api/order/record', undefined],
    ['CALL-19', paymentCreateEpoint, '/api/payment/order/create/epoint', true],
    ['CALL-20', paymentEpointPay, '/api/payment/order/epoint/pay', true],
    ['CALL-23', epointRecord, '/api/epoint/record', undefined],
    ['CALL-24', epointPaymentIdsDetail, '/api/epoint/paymentIds/detail', undefined],
    ['CALL-25', eRechargeItems, '/api/e-recharge/items', undefined],
    ['CALL-26', eRechargeRebateInfo, '/api/e-recharge/rebate/info', undefined],
    ['CALL-27', epointBalance, '/api/epoint/balance', undefined],
  ] as const)('%s has the address and the rules of the specification', (id, call, path, strict) => {
    expect(call).toMatchObject({ id, method: 'POST', path, needsSession: true });
    expect(call.strict).toBe(strict);
  });

  test('a response without a result is success where the result is a list or is not in the specification', () => {
    const calls = [paymentEpointPay, eRechargeRebateInfo, orderWebCreate, paymentCreateEpoint, epointBalance];
    expect(calls.map((call) => isValid(call.result, undefined))).toEqual([true, true, false, false, false]);
  });
});

describe('requests', () => {
  test.each([
    ['a page before the first one', { page: 1 }, { page: 0 }],
    ['a page above 100,000', { page: 100_000 }, { page: 100_001 }],
    ['an empty page', { size: 1 }, { size: 0 }],
    ['a page of more than 100 rows', { size: 100 }, { size: 101 }],
    ['a negative start', { begin: 0 }, { begin: -1 }],
    ['a negative end', { end: 0 }, { end: -1 }],
  ])('the API refuses a request for %s of a record', (_, allowed, refused) => {
    for (const call of [orderRecord, epointRecord])
      expect([request(call, allowed), request(call, refused)]).toEqual([true, false]);
  });

  test.each([
    ['all', true],
    ['income', true],
    ['expense', true],
    ['', false],
  ])('a record of E Points with the flow "%s" is valid: %s', (type, expected) => {
    expect(request(epointRecord, { type })).toBe(expected);
  });

  test('a purchase of E Points names a package and a system, and its points are 1 or more', () => {
    const isPurchase = (change: object) =>
      isValid(paymentCreateEpoint.request, { item_id: 'epoint.500', system: 'ios', ...change });
    const changes = [{}, { system: 'android' }, { channel_code: null }, { epoints: 1 }, { epoints: null }];
    expect(changes.filter((change) => !isPurchase(change))).toEqual([]);
    const refused = [{ item_id: undefined }, { system: 'mac' }, { channel_code: '' }, { epoints: 0 }];
    expect(refused.filter(isPurchase)).toEqual([]);
  });

  test('a request for details names 1 to 100 orders', () => {
    const ids = (count: number) => request(epointPaymentIdsDetail, { paymentIds: Array(count).fill('O-1') });
    expect([0, 1, 100, 101].map(ids)).toEqual([false, true, true, false]);
  });

  test.each([
    ['a balance', operateCoinBalance, { amount: 1 }],
    ['the balance of an account', epointBalance, { userId: '' }],
    ['items without a role', orderWebProduct, { role_id: undefined }],
    ['items without a server', orderWebProduct, { server_id: undefined }],
    ['channels without an item', orderWebPayChannel, { cp_goods_id: undefined }],
    ['channels without a role', orderWebPayChannel, { role_id: undefined }],
    ['channels without a server', orderWebPayChannel, { server_id: undefined }],
    ['a payment without an order', paymentEpointPay, { paymentId: undefined }],
    ['an order without a channel', orderWebCreate, { channel_code: undefined }],
    ['an order without an item', orderWebCreate, { cp_goods_id: undefined }],
    ['an order without a role', orderWebCreate, { role_id: undefined }],
    ['an order without a server', orderWebCreate, { server_id: undefined }],
    ['an order without the name of the server', orderWebCreate, { server_name: undefined }],
    ['an item for E Points without an item', paymentCreateEpoint, { cp_goods_id: undefined }],
    ['an item for E Points without a role', paymentCreateEpoint, { role_id: undefined }],
    ['an item for E Points without a server', paymentCreateEpoint, { server_id: undefined }],
    ['an item for E Points without names', paymentCreateEpoint, { role_name: undefined, server_name: undefined }],
    ['an item for E Points of another system', paymentCreateEpoint, { system: 'mac' }],
  ])('the API refuses a request for %s', (_, call, change) => {
    expect([request(call, {}), request(call, change)]).toEqual([true, false]);
  });
});

describe('responses', () => {
  test('an entry that cannot be read keeps its number (READ-01)', () => {
    expect([
      v.parse(orderRecord.result, [{ sdk_order_id: 'x-1' }]).unread,
      v.parse(orderWebProduct.result, [{ cp_goods_id: 'x-1' }]).unread,
      v.parse(eRechargeItems.result, [{ item_id: 'x-1' }]).items.unread,
    ]).toEqual(Array(3).fill(['x-1']));
  });

  test('an order costs at least 1 E Point', () => {
    expect([1, 0].map((epoints) => result(paymentCreateEpoint, { epoints }))).toEqual([true, false]);
    expect([1, 0].map((epoints) => row(orderRecord, { epoints }))).toMatchObject([{ epoints: 1 }, { epoints: null }]);
  });

  test('each field of a payment with E Points may be missing', () => {
    const read = (input: unknown) => v.parse(paymentEpointPay.result, input);
    const nothing = {
      paymentId: null,
      basic: null,
      present: null,
      basic_after: null,
      present_after: null,
      pay_ts: null,
    };
    for (const input of [undefined, null, {}, true, 'paid', []]) expect(read(input)).toEqual(nothing);
    const paid = { paymentId: 'O-1', basic: 0, present: 3, basic_after: 1, present_after: 0, pay_ts: 9 };
    expect(read(paid)).toEqual({ ...paid, pay_ts: 9_000 });
    expect(read({ ...paid, basic: -1 })).toMatchObject({ basic: null, present: 3 });
  });

  test.each([
    ['server_id', { server_id: 7 }, { server_id: '7' }],
    ['game_name', { game_name: [] }, { game_name: null }],
    ['server_name', { server_name: [] }, { server_name: null }],
    ['role_id', { role_id: '' }, { role_id: null }],
    ['role_name', { role_name: {} }, { role_name: null }],
    ['uid', { uid: '' }, { uid: null }],
    ['cp_goods_id', { cp_goods_id: {} }, { cp_goods_id: null }],
    ['channel_code', { channel_code: true }, { channel_code: null }],
    ['order_type epoint', { order_type: 'epoint' }, { order_type: 'epoint' }],
    ['order_type', { order_type: '' }, { order_type: null }],
    ['credit without bonus', { credit: { basic: 0, present: 0 } }, { credit: { basic: 0, present: 0 } }],
    ['negative credit', { credit: { basic: -1, present: 0 } }, { credit: null }],
    ['negative bonus', { credit: { basic: 1, present: -1 } }, { credit: null }],
    ['contents', { contents: 'none' }, { contents: { rows: [], unread: [null] } }],
    [
      'a line of 1',
      { contents: [{ name: 'Key', names: {}, quantity: 1 }] },
      { contents: { rows: [{ quantity: 1 }], unread: [] } },
    ],
    ['a line of 0', { contents: [{ name: 'Key', quantity: 0 }] }, { contents: { rows: [], unread: [null] } }],
    ['history', { history: [{ status: 2, ts: 5 }, {}] }, { history: { rows: [{ ts: 5_000 }], unread: [null] } }],
  ])('the field %s of an order is kept only if it is valid', (_, change, read) => {
    expect(row(orderRecord, change)).toMatchObject(read);
  });
});

describe('the E Point record', () => {
  const read = (change: object) => row(epointRecord, change);

  test.each(['basic', 'present', 'amount'])('%s of an entry is at most a billion, in both directions', (field) => {
    for (const value of [-1_000_000_000, 1_000_000_000])
      expect(read({ [field]: value })).toMatchObject({ [field]: value });
    for (const value of [-1_000_000_001, 1_000_000_001])
      expect(read({ [field]: value })).toMatchObject({ [field]: null });
  });

  test('a balance after an entry is 0 or more', () => {
    for (const field of ['basic_after', 'present_after']) {
      expect(read({ [field]: 0 })).toMatchObject({ [field]: 0 });
      expect(read({ [field]: -1 })).toMatchObject({ [field]: null });
    }
  });

  test('two lists become one, newest first; an entry without a time is the oldest', () => {
    const lists = {
      income: [{ amount: 1 }, { ts: 3, amount: 2 }, {}],
      expense: [{ create_ts: 5, amount: 3 }, { ts: 1, amount: 4 }, { ts: 4, create_ts: 0, amount: 5 }, 7],
    };
    expect(v.parse(epointRecord.result, lists)).toMatchObject({
      rows: [
        { amount: 3, type: 'expense' },
        { amount: 5, type: 'expense' },
        { amount: 2, type: 'income' },
        { amount: 4, type: 'expense' },
        { amount: 1, type: 'income' },
      ],
      unread: [null, null],
    });
    expect(v.parse(epointRecord.result, undefined)).toEqual({ rows: [], unread: [] });
  });
});

describe('the E Point shop', () => {
  const shopOf = (input: unknown) => v.parse(eRechargeItems.result, input);

  test('a package has E Points, or 100 for each dollar of its price', () => {
    const own = { item_id: 'a', name: 'A', price: '1.00', names: {}, basic: 1, present: 0, art: 'x' };
    expect(shopOf([own])).toMatchObject({ items: { rows: [{ ...own, price: 100 }] }, channels: null });
    expect(shopOf([{ ...own, basic: 0, present: -1 }]).items.rows).toMatchObject([{ basic: null, present: null }]);
    expect(shopOf([{ cp_goods_id: 'b', name: 'B', price: 2 }]).items).toEqual({
      rows: [{ item_id: 'b', name: 'B', price: 200, names: {}, basic: null, present: null, art: null }],
      unread: [],
    });
    expect(shopOf({ items: [{ name: 'C', price: 2 }], channels: 'none' })).toEqual({
      items: { rows: [], unread: [null] },
      channels: null,
    });
  });

  test.each([
    ['kind', { kind: undefined }, { kind: 'standing' }],
    ['first purchase', { kind: 'first' }, { kind: 'first' }],
    ['an unknown kind', { kind: 'second' }, undefined],
    ['1 percent', { percent: 1 }, { percent: 1 }],
    ['0 percent', { percent: 0 }, undefined],
    ['1,000 percent', { percent: 1_000 }, { percent: 1_000 }],
    ['1,001 percent', { percent: 1_001 }, undefined],
    ['1 E Point', { epoints: 1 }, { epoints: 1 }],
    ['0 E Points', { epoints: 0 }, undefined],
    ['no end', { ends_ts: undefined }, { ends_ts: null }],
    ['an end', { ends_ts: 5 }, { ends_ts: 5_000 }],
  ])('a rebate with %s', (_, change, read) => {
    const found = row(eRechargeRebateInfo, change);
    if (read) expect(found).toMatchObject(read);
    else expect(found).toBeUndefined();
  });
});

const read = <Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> | 'refused' => {
  const result = v.safeParse(schema, input);
  return result.success ? result.output : 'refused';
};

test.each([
  ['x', 'x'],
  ['a b', 'a b'],
  ['a ', 'refused'],
  [' a', 'refused'],
  ['', 'refused'],
])('the token %j is %j', (token, expected) => {
  expect(read(wire.token, token)).toBe(expected);
});

test.each(['Jose\u0301', ' two  spaces ', 'x'.repeat(2_000), ''])('a requested name is the listed one: %j', (name) => {
  expect(read(wire.name, read(wire.text, name))).toBe(name);
});

test.each([undefined, null])('a list that is not in the specification and is %j has no rows', (list) => {
  expect(read(wire.extraRows(wire.integer), list)).toEqual({ rows: [], unread: [] });
});

test('a value instead of a list that is not in the specification is a dropped row', () => {
  expect(read(wire.extraRows(wire.integer), 'none')).toEqual({ rows: [], unread: [null] });
});

describe.each(WIRE_SAMPLES.filter(({ result }) => Array.isArray(result)))('the list of $endpoint.path', (sample) => {
  const rows = sample.result as readonly object[];
  const readList = (list: unknown) => v.parse(sample.endpoint.result, list) as { readonly rows: readonly object[] };

  test.each<[string, unknown]>([
    ['an object with number keys', { ...rows }],
    ['one level deeper, with its total', { list: rows, total: rows.length }],
    ['two levels deeper', { data: { records: rows } }],
    ['JSON as text', JSON.stringify(rows)],
  ])('as %s has every entry (READ-01)', (_, list) => {
    expect(readList(list)).toEqual(readList(rows));
  });

  test.each([null, {}, '', false, { list: [], total: 0 }, { rows: null }])('is empty as %j (READ-01)', (list) => {
    expect(readList(list)).toEqual({ rows: [], unread: [] });
  });

  test.each([null, 'maintenance', [rows]])('with the entry %j has one that cannot be read (READ-02)', (odd) => {
    expect(readList([...rows, odd])).toEqual({ ...readList(rows), unread: [null] });
  });
});
