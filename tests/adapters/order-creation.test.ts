import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { POINT_CHANNEL } from '../../machines/order/order.methods.ts';
import { PAYMENT_PAGE_CHANNEL } from '../../machines/order/order.purchase.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.types.ts';
import { firstPage, stall, unreachable } from '../support/api/fake-api.ts';
import { ORDER_ROW } from '../support/api/wire-samples.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import {
  anIntent,
  CONFIRMED_AT,
  collectEvents,
  createCoreHarness,
  never,
  reasonOf,
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
const PAGE = { fieldKey: PAYMENT_PAGE_CHANNEL, title: '', isOpen: true, priority: 0 };
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
afterEach(() => void vi.useRealTimers());

const entered = async (profile = createFakeProfile()) => {
  const harness = createCoreHarness(profile);
  await harness.enter();
  return harness;
};

const ticketsIn = async (profile: ReturnType<typeof createFakeProfile>) => {
  const harness = createCoreHarness(profile);
  const grant = await harness.sessionPorts.restore({}, never);
  if (!grant) throw new Error('no session');
  return (await harness.signedInPorts.loadResumeState({ account: grant.account }, never)).tickets;
};

describe('the request of an order', () => {
  const sent = async (intent: OrderIntent) => {
    const harness = await entered();
    harness.api.reply(CREATE_EPOINT, { code: 0, result: { paymentId: 'E-1', pay_url: PAY_URL, create_ts: 1 } });
    const ticket = await reasonOf(harness.rechargePorts.createOrder({ intent }, never));
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

  test('E Points are never paid with E Points: the order is a purchase for money (EPNT-02, CALL-19)', async () => {
    const { body, headers, ticket } = await sent(purchase({ channel: POINTS }));
    expect(body).toMatchObject({ item_id: 'gem-60', channel_code: POINT_CHANNEL, epoints: 775 });
    expect(headers).toMatchObject({ 'x-quote': '99' });
    expect(ticket).toMatchObject({ resolved: { payment: { kind: 'redirect', payUrl: PAY_URL } } });
  });

  test('the price of an item in E Points is the confirmed one if the response has none (EPNT-03, CALL-19)', async () => {
    const { ticket, headers } = await sent({
      ...inPoints,
      choices: { ...inPoints.choices, item: { ...choices.item, epointPrice: 120 } },
    });
    expect(ticket).toMatchObject({ resolved: { kind: 'epoint', payment: { kind: 'points', amount: 120 } } });
    expect(headers).toMatchObject({ 'x-quote': '120' });
  });

  test('no request is sent for a role that is on another server than the confirmed one (RCHG-07, RCHG-09)', async () => {
    const harness = await entered();
    const recipient = { ...choices.recipient, serverId: 's-old', roleId: 'r2', roleName: 'Bram', serverName: 'Old' };
    for (const channel of [choices.channel, POINTS])
      expect(
        await reasonOf(
          harness.rechargePorts.createOrder(
            { intent: anIntent({ choices: { ...choices, recipient, channel } }) },
            never,
          ),
        ),
      ).toMatchObject({ reason: 'roleGone' });
    expect([...harness.api.to(CREATE), ...harness.api.to(CREATE_EPOINT)]).toEqual([]);
  });
});

describe('a new order', () => {
  test('its creation time from the record is stored (RCHG-14, RCHG-16)', async () => {
    const profile = createFakeProfile();
    const harness = await entered(profile);
    harness.api.reply(CREATE, { code: 0, result: { pay_url: PAY_URL, sdk_order_id: 'O-1' } });
    harness.api.reply(RECORD, records(row({ create_ts: CONFIRMED_AT / 1_000 + 2 })));
    const created = await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    expect(created.createdAt).toBe(CONFIRMED_AT + 2_000);
    expect(await ticketsIn(profile)).toEqual([{ ticket: created, deferred: false }]);
  });

  test('it is stored before its creation time is read, with the time of the server (RCHG-14, RCHG-16)', async () => {
    const profile = createFakeProfile();
    const harness = await entered(profile);
    harness.api.reply(CREATE, { code: 0, result: { pay_url: PAY_URL, sdk_order_id: 'O-1' } });
    let stored: unknown;
    harness.api.reply(RECORD, async () => {
      stored = await ticketsIn(profile);
      return unreachable();
    });
    const created = await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    expect(stored).toEqual([{ ticket: created, deferred: false }]);
    expect(Math.abs(created.createdAt - (CONFIRMED_AT + 5_000))).toBeLessThan(2_000);
  });
});

describe('the order of an intent', () => {
  const lookUp = async (intent: OrderIntent, ...rows: object[]) => {
    const profile = createFakeProfile();
    const harness = await entered(profile);
    harness.api.reply(RECORD, records(...rows));
    await saveConfirmed(harness, intent);
    const found = await harness.rechargePorts.lookUpOrder({ intent }, never);
    return { found: found?.orderId ?? null, profile };
  };
  const idOf = async (intent: OrderIntent, change: object) => (await lookUp(intent, row(change))).found;

  test('it is stored as the order that the player pays now (RCHG-20)', async () => {
    const { profile } = await lookUp(anIntent(), row());
    expect(await ticketsIn(profile)).toMatchObject([{ ticket: { orderId: 'O-1' }, deferred: false }]);
  });

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

  test('an order for a role is not a purchase of E Points, even if its item and time match (RCHG-20)', async () => {
    const point = pointRow({ cp_goods_id: 'gem-60' });
    expect((await lookUp(anIntent(), point)).found).toBeNull();
    expect((await lookUp(purchase(), point)).found).toBe('O-1');
    expect((await lookUp(purchase(), row({ server_id: null, role_id: null }))).found).toBeNull();
    expect((await lookUp(purchase(), row({ order_type: null }))).found).toBeNull();
  });

  test('a record without a recipient does not exclude an order for a role (RCHG-20)', async () => {
    expect(await idOf(anIntent(), { server_id: null, role_id: null })).toBe('O-1');
    expect(await idOf(anIntent(), { role_id: 'r2' })).toBeNull();
    expect(await idOf(anIntent(), { server_id: 's2' })).toBeNull();
  });

  test('the item id decides if the record has one; else name and price do (RCHG-20)', async () => {
    expect(await idOf(anIntent(), { name: 'Renamed', amount: '7.00' })).toBe('O-1');
    expect(await idOf(anIntent(), { cp_goods_id: null })).toBe('O-1');
    expect(await idOf(anIntent(), { cp_goods_id: null, amount: '7.00' })).toBeNull();
  });

  test('the player chose the channel on the payment page, so any channel matches (RCHG-20, EPNT-02)', async () => {
    const wallet = pointRow({ cp_goods_id: 'gem-60', channel_code: 'wallet' });
    expect((await lookUp(purchase({ channel: PAGE }), wallet)).found).toBe('O-1');
    expect((await lookUp(purchase(), wallet)).found).toBeNull();
    expect(await idOf(anIntent(), { channel_code: null })).toBe('O-1');
  });

  test('only an unpaid order for money without its page waits for the page (S25, RCHG-20)', async () => {
    expect(await idOf(anIntent(), { pay_url: null })).toBeNull();
    expect(await idOf(anIntent(), { pay_url: null, status: 2 })).toBe('O-1');
    expect(await idOf(anIntent(), { pay_url: null, order_type: null })).toBe('O-1');
    expect(await idOf(inPoints, { pay_url: null, channel_code: POINT_CHANNEL, epoints: 99 })).toBe('O-1');
  });

  test('an order in E Points that is paid is found after the time to pay (RCHG-20, EPNT-03)', async () => {
    const at = CONFIRMED_AT + 302_000;
    vi.setSystemTime(at);
    const found = async (change: object) => {
      const harness = await entered();
      harness.api.reply('/api/setting/time', { code: 0, result: { ts: 0, ts_ms: at } });
      harness.api.reply(RECORD, records(row({ channel_code: POINT_CHANNEL, pay_url: null, epoints: 99, ...change })));
      return reasonOf(harness.rechargePorts.lookUpOrder({ intent: inPoints }, never));
    };
    expect(await found({ status: 4 })).toMatchObject({ resolved: { orderId: 'O-1' } });
    expect(await found({ create_ts: CONFIRMED_AT / 1_000 + 100 })).toMatchObject({ resolved: { orderId: 'O-1' } });
    expect(await found({})).toMatchObject({ reason: 'orderNumberWrong' });
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

  test('one order is requested from the record, with the time limit of a poll (CALL-24, CALL-18)', async () => {
    vi.useFakeTimers({ now: CONFIRMED_AT });
    const harness = await entered();
    harness.api.reply(DETAILS, stall);
    const outcome = readEpoint(harness);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatchObject({ reason: 'timedOut' });
    harness.api.reply(DETAILS, { code: 0, result: [] });
    harness.api.reply(RECORD, records(row()));
    await readEpoint(harness);
    expect(harness.api.to(RECORD).map(({ body }) => body)).toMatchObject([
      { size: 1, sdk_order_id: 'O-1', status: -1 },
    ]);
  });

  test('other tabs learn of a read only while a player is logged in (C12)', async () => {
    const profile = createFakeProfile();
    const harness = await entered(profile);
    const messages: unknown[] = [];
    new profile.FakeChannel('portal').onmessage = ({ data }) => void messages.push(data);
    await harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    expect(messages).toMatchObject([{ v: 1, scope: 'g1:u-1001' }]);
    await harness.sessionPorts.deleteSession({ why: 'logout' }, never);
    await reasonOf(harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never));
    expect(messages.filter((one) => (one as { readonly observation?: object }).observation)).toHaveLength(1);
  });

  test('an observation without a page reaches other tabs unchanged (C11)', async () => {
    const profile = createFakeProfile();
    const first = await entered(profile);
    const second = createCoreHarness(profile);
    await second.sessionPorts.restore({}, never);
    const { received, stop } = collectEvents(second.paymentPorts.peers, { orderId: 'O-1' });
    first.api.reply(RECORD, records(row({ pay_url: null })));
    const observation = await first.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    expect(received.filter(({ type }) => type === 'peer.observed')).toEqual([{ type: 'peer.observed', observation }]);
    stop();
  });
});

describe('the balance of the order flow', () => {
  test.each([
    [COIN, { reason: 'requestError' }],
    [BALANCE, { resolved: 320 }],
  ])('a page that closes cancels the request to %s (EPNT-05)', async (path, outcome) => {
    const harness = await entered();
    const page = new AbortController();
    harness.api.reply(path, stall);
    const balance = reasonOf(harness.rechargePorts.loadCoinBalance({}, page.signal));
    page.abort();
    expect(await balance).toMatchObject(outcome);
  });

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
