import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import { deviceOs } from '../../src/platform/device-os.ts';
import { ORDER_ROW } from '../support/api/fake-api.ts';
import { anIntent, CONFIRMED_AT, entered, never, reasonOf, stopClocks } from '../support/machines/core-harness.ts';

const CREATE = '/api/payment/order/create/epoint';
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

beforeEach(() => void stopClocks(CONFIRMED_AT + 5_000));

describe('an item for E Points', () => {
  test('recipient, key and the price in E Points; an order without a pay URL (EPNT-03, RCHG-10, CALL-19)', async () => {
    const harness = await entered();
    harness.api.reply(CREATE, result({ paymentId: 'O-2', epoints: 99, create_ts: CONFIRMED_AT / 1_000 }));
    const intent = inPoints();
    expect(await harness.rechargePorts.createOrder({ intent }, never)).toEqual({
      kind: 'epoint',
      orderId: 'O-2',
      payment: { kind: 'points', amount: 99 },
      createdAt: CONFIRMED_AT,
      choices: intent.choices,
    });
    const [{ body, headers } = { body: null, headers: {} }] = harness.api.to(CREATE);
    expect(body).toEqual({
      role_id: 'r1',
      server_id: 's1',
      cp_goods_id: 'gem-60',
      role_name: '月影',
      server_name: 'Aurora',
      system: 'android',
    });
    expect(headers).toMatchObject({ 'idempotency-key': intent.key, 'x-quote': '99' });
    expect(Object.keys(harness.stored()).filter((key) => key.includes(':order:'))).toEqual([
      'portal:g1:u-1001:order:O-2',
    ]);
  });

  test('a price that differs from the shown one is priceChanged, and no order is stored (EPNT-03, C32)', async () => {
    const harness = await entered();
    harness.api.reply(CREATE, result({ paymentId: 'O-2', epoints: 120 }));
    expect(await reasonOf(harness.rechargePorts.createOrder({ intent: inPoints() }, never))).toMatchObject({
      reason: 'priceChanged',
    });
    expect(Object.keys(harness.stored()).filter((key) => key.includes(':order:'))).toEqual([]);
  });

  test('an order that is found at another price is priceChanged while it is unpaid, and is not stored (RCHG-20, EPNT-03, C32)', async () => {
    const found = async (more: object) => {
      const harness = await entered();
      const row = { ...ORDER_ROW, channel_code: 'epoint', pay_url: null, ...more };
      harness.api.reply('/api/order/record', result([row]));
      const outcome = await reasonOf(harness.rechargePorts.lookUpOrder({ intent: inPoints() }, never));
      return { outcome, stored: Object.keys(harness.stored()).filter((key) => key.includes(':order:')) };
    };
    expect(await found({ epoints: 120 })).toMatchObject({ outcome: { reason: 'priceChanged', code: -1 }, stored: [] });
    expect(await found({ epoints: 99 })).toMatchObject({ outcome: { resolved: { payment: { amount: 99 } } } });
    expect(await found({ epoints: 120, status: 2 })).toMatchObject({
      outcome: { resolved: { kind: 'epoint', payment: { kind: 'points', amount: 120 } } },
    });
  });
});

test('an order of E Points has item, channel, the credited E Points and the price in cents (EPNT-02, EPNT-03, CALL-19)', async () => {
  const harness = await entered();
  harness.api.reply(CREATE, result({ paymentId: 'O-3', pay_url: 'https://pay.example/c/3', create_ts: 1_760_000_000 }));
  const intent = ofPoints();
  expect(await harness.rechargePorts.createOrder({ intent }, never)).toEqual({
    kind: 'epoint',
    orderId: 'O-3',
    payment: { kind: 'redirect', payUrl: 'https://pay.example/c/3' },
    createdAt: CONFIRMED_AT,
    choices: intent.choices,
  });
  const [{ body, headers } = { body: null, headers: {} }] = harness.api.to(CREATE);
  expect(body).toEqual({ item_id: 'epoint.500', channel_code: 'card', system: 'android', epoints: 775 });
  expect(headers).toMatchObject({ 'idempotency-key': intent.key, 'x-quote': '99' });
});

describe('the balance of the order flow', () => {
  const readings = async (coins: readonly number[], balances: readonly number[]) => {
    const harness = await entered();
    harness.api.reply(COIN, ...coins.map((amount) => result({ amount })));
    harness.api.reply(BALANCE, ...balances.map((basicNum) => result({ basicNum, presentNum: 0 })));
    return { harness, amount: await harness.rechargePorts.loadCoinBalance({}, never) };
  };

  test('both endpoints agree: one request each (EPNT-05, CALL-14, CALL-27)', async () => {
    const { harness, amount } = await readings([320], [320]);
    expect([amount, harness.api.to(COIN).length, harness.log]).toEqual([320, 1, []]);
  });

  test('they still differ: the lower amount is used, and the log says so without an amount (EPNT-05)', async () => {
    const { harness, amount } = await readings([320], [300]);
    expect(amount).toBe(300);
    expect(harness.log).toEqual([{ event: 'balances-differ', call: 'CALL-14', path: COIN, detail: BALANCE }]);
  });

  test('epoint/balance fails: the amount of coinBalance is used (EPNT-05)', async () => {
    const harness = await entered();
    harness.api.reply(BALANCE, { code: 10_002, msg: 'busy' });
    expect(await harness.rechargePorts.loadCoinBalance({}, never)).toBe(320);
    harness.api.reply(COIN, { code: 10_002, msg: 'busy' });
    expect(await reasonOf(harness.rechargePorts.loadCoinBalance({}, never))).toMatchObject({ reason: 'systemBusy' });
  });
});

test('the player’s system: Apple phones and tablets, or anything else (EPNT-03)', () => {
  const of = (userAgent: string, maxTouchPoints = 0) => deviceOs({ onLine: true, userAgent, maxTouchPoints });
  expect(of('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe('ios');
  expect(of('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 5)).toBe('ios');
  expect(of('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)')).toBe('android');
  expect(of('Mozilla/5.0 (Linux; Android 16)', 5)).toBe('android');
  expect(deviceOs({ onLine: true })).toBe('android');
});
