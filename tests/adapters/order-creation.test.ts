import { beforeEach, describe, expect, test, vi } from 'vitest';
import { POINT_CHANNEL } from '../../machines/order/order.methods.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import { firstPage, ORDER_ROW } from '../support/api/fake-api.ts';
import type { createFakeProfile } from '../support/browser/fake-browser.ts';
import {
  anIntent,
  CONFIRMED_AT,
  createCoreHarness,
  createOrder,
  entered,
  never,
  readOrder,
  reasonOf,
  resumeStateIn,
  saveConfirmed,
  stopClocks,
} from '../support/machines/core-harness.ts';

const CREATE = '/api/order/webCreate';
const CREATE_EPOINT = '/api/payment/order/create/epoint';
const RECORD = '/api/order/record';
const DETAILS = '/api/epoint/paymentIds/detail';
const BALANCE = '/api/epoint/balance';
const COIN = '/api/operate/coinBalance';
const PAY_URL = 'https://pay.example/c/1';

const { choices } = anIntent();
const POINTS = { fieldKey: POINT_CHANNEL, title: 'E Points', isOpen: true, priority: 9 };
const CREDIT = { basic: 500, present: 25, rebate: 250, isFirst: true };

const inPoints: OrderIntent = { ...anIntent(), choices: { ...choices, channel: POINTS } };
const purchase = (change: Partial<OrderIntent['choices']> = {}): OrderIntent => ({
  ...anIntent(),
  choices: { ...choices, recipient: null, item: { ...choices.item, credit: CREDIT }, ...change },
});

const records = firstPage;
/** An order for money, without the fields of other kinds. */
const row = (more: object = {}) => ({ ...ORDER_ROW, epoints: null, credit: null, ...more });
/** An order for E Points. */
const pointRow = (more: object = {}) => row({ order_type: 'epoint', server_id: null, role_id: null, ...more });

beforeEach(() => void stopClocks(CONFIRMED_AT + 5_000));

const ticketsIn = async (profile: ReturnType<typeof createFakeProfile>) =>
  (await resumeStateIn(createCoreHarness(profile))).tickets;

const sent = async (intent: OrderIntent) => {
  const harness = await entered();
  harness.api.reply(CREATE_EPOINT, { code: 0, result: { paymentId: 'E-1', pay_url: PAY_URL, create_ts: 1 } });
  const ticket = await createOrder(harness, intent);
  const [request] = harness.api.to(CREATE_EPOINT);
  return { body: request?.body, headers: request?.headers, ticket };
};

test('a package whose rebate is unknown is bought without an expected sum (EPNT-02, CALL-19)', async () => {
  const unknown = purchase({ item: { ...choices.item, credit: { ...CREDIT, rebate: null } } });
  expect((await sent(unknown)).body).toMatchObject({ item_id: 'gem-60', epoints: null });
  expect((await sent(purchase({ item: choices.item }))).body).toMatchObject({ epoints: null });
  const none = purchase({ item: { ...choices.item, credit: { ...CREDIT, rebate: 0 } } });
  expect((await sent(none)).body).toMatchObject({ epoints: 525 });
});

describe('a new order', () => {
  test.each([
    [true, 'stillProcessing'],
    [false, 'requestError'],
  ])('that is still processed at an API that honors keys: %s, is %s (RCHG-20)', async (idempotent_orders, reason) => {
    const harness = createCoreHarness();
    harness.api.reply('/api/setting/init', { code: 0, result: { idempotent_orders } });
    await harness.bootPorts.loadConfig({}, never);
    await harness.enter();
    harness.api.reply(CREATE, { code: 30_010, msg: 'wait' });
    expect(await createOrder(harness)).toMatchObject({ reason });
  });

  test('its creation time from the record is stored (RCHG-14, RCHG-16)', async () => {
    const harness = await entered();
    harness.api.reply(CREATE, { code: 0, result: { pay_url: PAY_URL, sdk_order_id: 'O-1' } });
    harness.api.reply(RECORD, records(row({ create_ts: CONFIRMED_AT / 1_000 + 2 })));
    const created = await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    expect(created.createdAt).toBe(CONFIRMED_AT + 2_000);
    expect(await ticketsIn(harness.profile)).toEqual([{ ticket: created, deferred: false }]);
  });
});

describe('the order of an intent', () => {
  const lookUp = async (intent: OrderIntent, ...rows: object[]) => {
    const harness = await entered();
    harness.api.reply(RECORD, records(...rows));
    await saveConfirmed(harness, intent);
    const found = await harness.rechargePorts.lookUpOrder({ intent }, never);
    return { found: found?.orderId ?? null, profile: harness.profile };
  };
  const idOf = async (intent: OrderIntent, change: object) => (await lookUp(intent, row(change))).found;

  test('the search begins with a whole second, and never before 1970 (RCHG-20, CALL-18)', async () => {
    const begin = async (confirmedAt: number) => {
      vi.setSystemTime(confirmedAt + 5_000);
      const harness = await entered();
      harness.api.reply('/api/setting/time', { code: 0, result: { ts: 0, ts_ms: confirmedAt + 5_000 } });
      harness.api.reply(RECORD, records());
      const intent = anIntent({ confirmedAt });
      await saveConfirmed(harness, intent);
      await harness.rechargePorts.lookUpOrder({ intent }, never);
      return harness.api.to(RECORD).map(({ body }) => (body as { readonly begin: number }).begin);
    };
    expect(await begin(CONFIRMED_AT + 999)).toEqual([CONFIRMED_AT / 1_000 - 60]);
    expect(await begin(30_000)).toEqual([0]);
  });

  test('a search whose first page fails finds nothing out (RCHG-20)', async () => {
    const harness = await entered();
    harness.api.reply(RECORD, () => new Response('', { status: 503 }));
    await saveConfirmed(harness, anIntent());
    const outcome = await reasonOf(harness.rechargePorts.lookUpOrder({ intent: anIntent() }, never));
    expect(outcome).toMatchObject({ reason: 'systemBusy', status: 503 });
  });

  test('an order for a role is not a purchase of E Points, even if its item and time match (RCHG-20)', async () => {
    const point = pointRow({ cp_goods_id: 'gem-60' });
    expect((await lookUp(anIntent(), point)).found).toBeNull();
    const { found, profile } = await lookUp(purchase(), point);
    expect([found, await ticketsIn(profile)]).toMatchObject(['O-1', [{ deferred: false }]]);
    expect((await lookUp(purchase(), row({ server_id: null, role_id: null }))).found).toBeNull();
    expect((await lookUp(purchase(), row({ order_type: null }))).found).toBeNull();
  });

  test('the item id decides if the record has one; else name and price do (RCHG-20)', async () => {
    expect(await idOf(anIntent(), { name: 'Renamed', amount: '7.00' })).toBe('O-1');
    expect(await idOf(anIntent(), { cp_goods_id: null })).toBe('O-1');
    expect(await idOf(anIntent(), { cp_goods_id: null, amount: '7.00' })).toBeNull();
  });

  test('only an unpaid order for money without its page waits for the page (S25, RCHG-20)', async () => {
    expect(await idOf(anIntent(), { pay_url: null })).toBeNull();
    expect(await idOf(anIntent(), { pay_url: null, status: 2 })).toBe('O-1');
    expect(await idOf(anIntent(), { pay_url: null, order_type: null })).toBe('O-1');
    expect(await idOf(inPoints, { pay_url: null, channel_code: POINT_CHANNEL, epoints: 99 })).toBe('O-1');
  });
});

describe('reading an order', () => {
  const readEpoint = (harness: Awaited<ReturnType<typeof entered>>) =>
    reasonOf(harness.paymentPorts.readOrder({ kind: 'epoint', orderId: 'O-1' }, never));

  test('an order that neither call knows does not end the use of paymentIds/detail (CALL-24)', async () => {
    const harness = await entered();
    harness.api.reply(DETAILS, { code: 0, result: [] });
    harness.api.reply(RECORD, records());
    for (const times of [1, 2]) {
      expect(await readEpoint(harness)).toMatchObject({ reason: 'orderNumberWrong' });
      expect(harness.api.to(DETAILS)).toHaveLength(times);
    }
  });

  test('an API without the details of orders gets a request for one order only (CALL-24, CALL-18)', async () => {
    const harness = await entered();
    harness.api.reply(DETAILS, { code: 0, result: [] });
    harness.api.reply(RECORD, records(row()));
    for (const times of [1, 2]) {
      expect(await readEpoint(harness)).toMatchObject({ resolved: { record: { paymentId: 'O-1' } } });
      expect(harness.api.to(DETAILS)).toHaveLength(1);
      expect(harness.api.to(RECORD)).toHaveLength(times);
    }
    for (const { body } of harness.api.to(RECORD)) expect(body).toMatchObject({ size: 1, sdk_order_id: 'O-1' });
  });

  test('other tabs learn of a read only while a player is logged in (C12)', async () => {
    const harness = await entered();
    const messages: unknown[] = [];
    new harness.profile.FakeChannel('portal').onmessage = ({ data }) => void messages.push(data);
    await harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    expect(messages).toMatchObject([{ v: 1, scope: 'g1:u-1001' }]);
    await harness.sessionPorts.deleteSession({ why: 'logout' }, never);
    await readOrder(harness);
    expect(messages.filter((one) => (one as { readonly observation?: object }).observation)).toHaveLength(1);
  });
});

describe('the balance of the order flow', () => {
  test('an account without a game account has the amount of coinBalance (EPNT-05)', async () => {
    const harness = createCoreHarness();
    harness.api.reply('/api/user/login', {
      result: { token: 'token-0123456789abcdef', user_id: 'u-1', game_id: 'g1' },
    });
    await harness.enter();
    expect(await harness.rechargePorts.loadCoinBalance({}, never)).toBe(320);
    expect(harness.api.to(BALANCE)).toEqual([]);
  });

  test('the balance includes bonus E Points, and the second responses decide (EPNT-05)', async () => {
    const harness = await entered();
    const balance = (basicNum: number, presentNum: number) => ({ code: 0, result: { basicNum, presentNum } });
    harness.api.reply(COIN, { code: 0, result: { amount: 500 } });
    harness.api.reply(BALANCE, balance(400, 101), balance(400, 100));
    expect(await harness.rechargePorts.loadCoinBalance({}, never)).toBe(500);
    expect([harness.api.to(BALANCE).length, harness.log]).toEqual([2, []]);
    harness.api.reply(BALANCE, balance(600, 1));
    expect(await harness.rechargePorts.loadCoinBalance({}, never)).toBe(500);
  });
});
