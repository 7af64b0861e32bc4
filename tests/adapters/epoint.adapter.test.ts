import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderIntent } from '../../machines/ordering/ordering.types.ts';
import { systemOf } from '../../src/platform/system.ts';
import { anIntent, CONFIRMED_AT, createFakeWorld, never, reasonOf } from '../support/fake-world.ts';
import { ORDER_ROW } from '../support/wire-samples.ts';

const CREATE = '/api/payment/order/create/epoint';
const DETAIL = '/api/epoint/paymentIds/detail';
const COIN = '/api/operate/coinBalance';
const BALANCE = '/api/epoint/balance';
const result = (value: object) => ({ code: 0, result: value });

const pointChannel = { fieldKey: 'epoint', title: 'E Points', isOpen: true, priority: 9 };
const inPoints = (): OrderIntent => ({ ...anIntent(), choices: { ...anIntent().choices, channel: pointChannel } });
const ofPoints = (): OrderIntent => {
  const { choices, ...intent } = anIntent();
  const credit = { basic: 500, present: 25, rebate: 250, isFirst: true };
  const item = { ...choices.item, itemId: 'epoint.500', title: '500 E Points', quantity: 500, credit };
  return { ...intent, choices: { ...choices, recipient: null, item } };
};

beforeEach(() => void vi.setSystemTime(CONFIRMED_AT + 5_000));
afterEach(() => void vi.useRealTimers());

const entered = async () => {
  const world = createFakeWorld();
  await world.enter();
  return world;
};

describe('an item for E Points', () => {
  test('EPNT-03 RCHG-10 CALL-19 · recipient, key and the price in points; an order without a page to pay at', async () => {
    const world = await entered();
    world.api.reply(CREATE, result({ paymentId: 'O-2', epoints: 99, create_ts: CONFIRMED_AT / 1_000 }));
    const intent = inPoints();
    expect(await world.rechargePorts.createOrder({ intent }, never)).toEqual({
      kind: 'epoint',
      orderId: 'O-2',
      payUrl: '',
      points: 99,
      createdAt: CONFIRMED_AT,
      choices: intent.choices,
    });
    const [{ body, headers } = { body: null, headers: {} }] = world.api.to(CREATE);
    expect(body).toEqual({
      role_id: 'r1',
      server_id: 's1',
      cp_goods_id: 'gem-60',
      role_name: '月影',
      server_name: 'Aurora',
      system: 'android',
    });
    expect(headers).toMatchObject({ 'idempotency-key': intent.key, 'x-quote': '99' });
    expect(Object.keys(world.stored()).filter((key) => key.includes(':order:'))).toEqual([
      'portal:g1:u-1001:order:O-2',
    ]);
  });

  test('EPNT-03 C32 · another price than the one on the screen is a changed price, and no order is kept', async () => {
    const world = await entered();
    world.api.reply(CREATE, result({ paymentId: 'O-2', epoints: 120 }));
    expect(await reasonOf(world.rechargePorts.createOrder({ intent: inPoints() }, never))).toMatchObject({
      reason: 'priceChanged',
    });
    expect(Object.keys(world.stored()).filter((key) => key.includes(':order:'))).toEqual([]);
  });

  test('EPNT-03 CALL-20 · points are taken by the number of the order; too little is told as that', async () => {
    const world = await entered();
    await world.paymentPorts.payWithPoints({ orderId: 'O-2' }, never);
    expect(world.api.to('/api/payment/order/epoint/pay').map(({ body }) => body)).toEqual([{ paymentId: 'O-2' }]);
    world.api.reply('/api/payment/order/epoint/pay', { code: 40_001, msg: 'too little' });
    expect(await reasonOf(world.paymentPorts.payWithPoints({ orderId: 'O-2' }, never))).toMatchObject({
      reason: 'balanceInsufficient',
    });
  });

  test('EPNT-03 CALL-24 · its status is asked for by its number among the E Point orders', async () => {
    const world = await entered();
    world.api.reply(DETAIL, result([{ ...ORDER_ROW, sdk_order_id: 'O-2', status: 2 }]));
    const { record } = await world.paymentPorts.readOrder({ kind: 'epoint', orderId: 'O-2' }, never);
    expect([record.paymentId, record.status, record.points]).toEqual(['O-2', 2, 99]);
    expect(world.api.to(DETAIL).map(({ body }) => body)).toEqual([{ paymentIds: ['O-2'] }]);
    expect(world.api.to('/api/order/record')).toEqual([]);
    world.api.reply(DETAIL, result([]));
    expect(await reasonOf(world.paymentPorts.readOrder({ kind: 'epoint', orderId: 'O-2' }, never))).toMatchObject({
      reason: 'orderNumberWrong',
    });
  });
});

describe('E Points for money', () => {
  test('EPNT-02 EPNT-03 CALL-19 · item, channel, what will arrive, and the price in cents', async () => {
    const world = await entered();
    world.api.reply(CREATE, result({ paymentId: 'O-3', pay_url: 'https://pay.example/c/3', create_ts: 1_760_000_000 }));
    const intent = ofPoints();
    expect(await world.rechargePorts.createOrder({ intent }, never)).toEqual({
      kind: 'epoint',
      orderId: 'O-3',
      payUrl: 'https://pay.example/c/3',
      points: null,
      createdAt: CONFIRMED_AT,
      choices: intent.choices,
    });
    const [{ body, headers } = { body: null, headers: {} }] = world.api.to(CREATE);
    expect(body).toEqual({ item_id: 'epoint.500', channel_code: 'card', system: 'android', epoints: 775 });
    expect(headers).toMatchObject({ 'idempotency-key': intent.key, 'x-quote': '99' });
  });

  test('RCHG-20 EPNT-03 · an unknown outcome is looked up among the purchases only', async () => {
    const world = await entered();
    const row = { ...ORDER_ROW, epoints: null, cp_goods_id: 'epoint.500', create_ts: CONFIRMED_AT / 1_000 };
    const bought = { ...row, sdk_order_id: 'O-3', order_type: 'epoint', server_id: null, role_id: null };
    world.api.reply('/api/order/record', result([row, bought]));
    const found = await world.rechargePorts.lookUpOrder({ intent: ofPoints() }, never);
    expect(found).toMatchObject({ kind: 'epoint', orderId: 'O-3', points: null });
    world.api.reply('/api/order/record', result([row]));
    const other = await entered();
    other.api.reply('/api/order/record', result([row]));
    expect(await other.rechargePorts.lookUpOrder({ intent: ofPoints() }, never)).toBeNull();
  });
});

describe('the balance of the order flow', () => {
  const readings = async (coins: readonly number[], balances: readonly number[]) => {
    const world = await entered();
    world.api.reply(COIN, ...coins.map((amount) => result({ amount })));
    world.api.reply(BALANCE, ...balances.map((basicNum) => result({ basicNum, presentNum: 0 })));
    return { world, amount: await world.rechargePorts.loadCoinBalance({}, never) };
  };

  test('EPNT-05 CALL-14 CALL-27 · both calls agree: one question each', async () => {
    const { world, amount } = await readings([320], [320]);
    expect([amount, world.api.to(COIN).length, world.log]).toEqual([320, 1, []]);
  });

  test('EPNT-05 · they differ: both are asked again, and agreeing then is enough', async () => {
    const { world, amount } = await readings([320, 300], [300, 300]);
    expect([amount, world.api.to(COIN).length, world.log]).toEqual([300, 2, []]);
  });

  test('EPNT-05 · they still differ: the lower one counts, and the log says so without a number', async () => {
    const { world, amount } = await readings([320], [300]);
    expect(amount).toBe(300);
    expect(world.log).toEqual([{ event: 'balances-differ', call: 'CALL-14', path: COIN, detail: BALANCE }]);
  });

  test('EPNT-05 · the other call fails: the flow goes on with its own', async () => {
    const world = await entered();
    world.api.reply(BALANCE, { code: 10_002, msg: 'busy' });
    expect(await world.rechargePorts.loadCoinBalance({}, never)).toBe(320);
    world.api.reply(COIN, { code: 10_002, msg: 'busy' });
    expect(await reasonOf(world.rechargePorts.loadCoinBalance({}, never))).toMatchObject({ reason: 'systemBusy' });
  });
});

test('EPNT-03 · the system of the player: Apple’s phones and tablets, and everything else', () => {
  const of = (userAgent: string, maxTouchPoints = 0) => systemOf({ onLine: true, userAgent, maxTouchPoints });
  expect(of('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe('ios');
  expect(of('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 5)).toBe('ios');
  expect(of('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)')).toBe('android');
  expect(of('Mozilla/5.0 (Linux; Android 16)', 5)).toBe('android');
  expect(systemOf({ onLine: true })).toBe('android');
});
