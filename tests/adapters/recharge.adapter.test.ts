import { beforeEach, describe, expect, test, vi } from 'vitest';
import { POINT_CHANNEL } from '../../machines/order/order.methods.ts';
import { redirectUrl } from '../../machines/order/order.purchase.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import { firstPage, ORDER_ROW, type Reply, SERVERS, stall, unreachable } from '../support/api/fake-api.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import {
  anIntent,
  CONFIRMED_AT,
  createCoreHarness,
  createOrder,
  entered,
  loggedIn,
  lookUpOrder,
  never,
  reasonOf,
  resumeStateIn,
  saveConfirmed,
} from '../support/machines/core-harness.ts';
import { resumeStateOf } from '../support/views/portal-samples.ts';

const CREATE = '/api/order/webCreate';
const TIME = '/api/setting/time';
const RECORD = '/api/order/record';
const DETAILS = '/api/epoint/paymentIds/detail';
const PAY_URL = 'https://pay.example/c/1';
const R1 = { serverId: 's1', roleId: 'r1' };
const TICKET = {
  kind: 'order',
  orderId: 'O-1',
  payment: { kind: 'redirect', payUrl: PAY_URL },
  createdAt: CONFIRMED_AT,
  choices: anIntent().choices,
};

const records = firstPage;
const row = (more: object) => ({ ...ORDER_ROW, epoints: null, credit: null, ...more });
const ordersIn = (stored: Record<string, string>) => Object.keys(stored).filter((key) => key.includes(':order:'));

beforeEach(() => void vi.setSystemTime(CONFIRMED_AT + 5_000));

describe('servers and roles', () => {
  test('loaded, cached for the account, and available after a reload (RCHG-01, CALL-08)', async () => {
    const harness = await loggedIn();
    expect(await harness.rechargePorts.loadCachedServers({}, never)).toBeNull();
    const { rows: servers } = await harness.rechargePorts.loadServers({}, never);
    expect(servers.map(({ serverId, status, roles }) => [serverId, status, roles.length])).toEqual([
      ['s1', 0, 2],
      ['s2', 1, 1],
    ]);
    const again = createCoreHarness(harness.profile);
    await again.sessionPorts.restore({}, never);
    expect(await again.rechargePorts.loadCachedServers({}, never)).toEqual(servers);
  });

  test('the chosen role is reported with its names (RCHG-04, CALL-21)', async () => {
    const harness = await entered();
    await harness.rechargePorts.reportRole({ recipient: anIntent().choices.recipient }, never);
    expect(harness.api.to('/api/character/info/select').map(({ body }) => body)).toEqual([
      { server_id: 's1', role_id: 'r1', server_name: 'Aurora', role_name: '月影' },
    ]);
    harness.api.reply('/api/character/info/select', { code: 10002, msg: 'busy' });
    const again = harness.rechargePorts.reportRole({ recipient: anIntent().choices.recipient }, never);
    expect(await reasonOf(again)).toMatchObject({ reason: 'systemBusy' });
  });
});

describe('items, channels, balance', () => {
  test('requested for server and role, and mapped (RCHG-05, RCHG-08, CALL-15, CALL-16, CALL-14)', async () => {
    const { rechargePorts, api } = await entered();
    const { rows: items } = await rechargePorts.loadItems(R1, never);
    const { rows: channels } = await rechargePorts.loadChannels({ ...R1, itemId: 'gem-60' }, never);
    expect(items.map(({ itemId, epointPrice }) => [itemId, epointPrice])).toEqual([
      ['gem-60', 99],
      ['gem-300', 499],
    ]);
    expect(channels).toEqual([
      { fieldKey: 'card', title: 'Card', isOpen: true, priority: 2, art: '/pictures/card.webp' },
      { fieldKey: 'wallet', title: 'Wallet', isOpen: false, priority: 1 },
    ]);
    expect(await rechargePorts.loadCoinBalance({}, never)).toBe(320);
    expect(api.seen.slice(-4).map(({ path, body }) => [path, body])).toEqual([
      ['/api/order/webProduct', { role_id: 'r1', server_id: 's1' }],
      ['/api/order/webPayChannel', { role_id: 'r1', server_id: 's1', cp_goods_id: 'gem-60' }],
      ['/api/operate/coinBalance', {}],
      ['/api/epoint/balance', { userId: 'ga-7' }],
    ]);
  });

  test('without a known server and role the result is empty and no request is sent (RCHG-06, C29)', async () => {
    const harness = await loggedIn();
    const sent = harness.api.seen.length;
    expect((await harness.rechargePorts.loadItems({ serverId: '', roleId: '' }, never)).rows).toEqual([]);
    await harness.rechargePorts.loadServers({}, never);
    for (const choice of [
      { serverId: '', roleId: '' },
      { serverId: 's1', roleId: 'r9' },
      { serverId: 's9', roleId: 'r1' },
    ])
      expect(await harness.rechargePorts.loadItems(choice, never)).toEqual({ rows: [], unread: [] });
    expect(harness.api.seen.length).toBe(sent + 1);
  });

  test('without a cached role list the list is loaded first, so the items are not shown as sold out (RCHG-06, D12)', async () => {
    const harness = await loggedIn();
    expect((await harness.rechargePorts.loadItems(R1, never)).rows).toHaveLength(2);
    harness.profile.local.removeItem('portal:g1:u-1001:roles');
    expect((await harness.rechargePorts.loadChannels({ ...R1, itemId: 'gem-60' }, never)).rows).toHaveLength(2);
    expect(harness.api.to('/api/user/webRole')).toHaveLength(2);
    harness.profile.local.removeItem('portal:g1:u-1001:roles');
    harness.api.reply('/api/user/webRole', { code: 10002, msg: 'busy' });
    expect(await reasonOf(harness.rechargePorts.loadItems(R1, never))).toMatchObject({ reason: 'systemBusy' });
  });
});

describe('creating the order', () => {
  test('payload, key and quote; the ticket is stored before the call resolves (RCHG-09, RCHG-10, CALL-17)', async () => {
    const harness = await entered();
    let storedAtRequest: string[] = [];
    harness.api.reply(CREATE, () => {
      storedAtRequest = Object.keys(harness.stored()).filter((key) => /intent|order/.test(key));
      return { code: 0, result: { pay_url: PAY_URL, sdk_order_id: 'O-1', create_ts: 1_760_000_000 } };
    });
    await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
    expect(await harness.rechargePorts.createOrder({ intent: anIntent() }, never)).toEqual(TICKET);
    const [request] = harness.api.to(CREATE);
    expect(request?.body).toEqual({
      role_id: 'r1',
      server_id: 's1',
      cp_goods_id: 'gem-60',
      channel_code: 'card',
      role_name: '月影',
      server_name: 'Aurora',
    });
    expect(request?.headers).toMatchObject({ 'idempotency-key': anIntent().key, 'x-quote': '99' });
    expect(storedAtRequest).toEqual([`portal:g1:u-1001:intent:${anIntent().key}`]);
    expect(ordersIn(harness.stored())).toEqual(['portal:g1:u-1001:order:O-1']);
  });

  test('header names come from the build; an empty one is not sent (RCHG-10)', async () => {
    const harness = await entered(createFakeProfile(), { idempotencyHeader: '', quoteHeader: 'x-price' });
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    const headers = harness.api.to(CREATE)[0]?.headers ?? {};
    expect([headers['idempotency-key'], headers['x-quote'], headers['x-price']]).toEqual([undefined, undefined, '99']);
  });

  test('names come from the current cached list, not from the confirmed choices (RCHG-07, RCHG-09)', async () => {
    const harness = await entered();
    harness.api.reply('/api/user/webRole', {
      result: [{ server_id: 's1', server_name: 'Aurora II', roles: [{ role_id: 'r1', role_name: 'Renamed' }] }],
    });
    await harness.rechargePorts.loadServers({}, never);
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    expect(harness.api.to(CREATE)[0]?.body).toMatchObject({
      server_name: 'Aurora II',
      role_name: 'Renamed',
      server_id: 's1',
    });
  });

  test('a role that is gone or moved must be chosen again; no request is sent (RCHG-09, C28, C29)', async () => {
    const harness = await entered();
    const moved = [{ server_id: 's7', server_name: 'Moved', roles: [{ role_id: 'r1', role_name: '月影' }] }];
    for (const list of [[], SERVERS.slice(1), moved]) {
      harness.api.reply('/api/user/webRole', { result: list });
      await harness.rechargePorts.loadServers({}, never);
      expect(await createOrder(harness)).toMatchObject({ reason: 'roleGone' });
    }
    expect(harness.api.to(CREATE)).toEqual([]);
  });

  test('without a cached role list no request is sent, for money or for E Points (D12, RCHG-06, RCHG-09, C25)', async () => {
    const harness = await loggedIn();
    const sent = harness.api.seen.length;
    const { recipient, item, channel } = anIntent().choices;
    const inPoints = { recipient, item, channel: { ...channel, fieldKey: POINT_CHANNEL } };
    for (const intent of [anIntent(), { ...anIntent(), choices: inPoints }]) {
      expect(await createOrder(harness, intent)).toMatchObject({ reason: 'recipientNeeded', code: -1 });
    }
    expect(harness.api.seen).toHaveLength(sent);
    expect(ordersIn(harness.stored())).toEqual([]);
    await harness.rechargePorts.loadServers({}, never);
    expect(await harness.rechargePorts.createOrder({ intent: anIntent() }, never)).toEqual(TICKET);
  });

  test('without a session no request is sent (RCHG-09, C25)', async () => {
    const harness = createCoreHarness();
    expect(await createOrder(harness)).toMatchObject({ reason: 'tokenFailure' });
    expect(await lookUpOrder(harness)).toMatchObject({ reason: 'tokenFailure' });
    expect(harness.api.seen).toEqual([]);
  });

  test.each([
    [30002, 'roleGone'],
    [30005, 'priceChanged'],
    [4711, 'unknownError'],
  ])(
    'code %i even with a result: %s with the server message, and no order is stored (RCHG-09, ERRS-04, C31, C32, C33)',
    async (code, reason) => {
      const harness = await entered();
      harness.api.reply(CREATE, { code, msg: 'The words', result: { pay_url: PAY_URL, sdk_order_id: 'O-1' } });
      expect(await createOrder(harness)).toMatchObject({ reason, code, msg: 'The words' });
      expect(ordersIn(harness.stored())).toEqual([]);
    },
  );

  test.each([
    ['HTML', () => new Response('<html>')],
    ['an empty pay_url', { code: 0, result: { pay_url: '', sdk_order_id: 'O-1' } }],
    ['a broken connection', unreachable],
  ])('%s: the outcome is unknown, never success (RCHG-20, C18, C21, C38)', async (_, reply) => {
    const harness = await entered();
    harness.api.reply(CREATE, reply);
    expect(await createOrder(harness)).toMatchObject({ reason: 'requestError' });
    expect(ordersIn(harness.stored())).toEqual([]);
  });

  test('offline is an unknown outcome too, and so is no response for 60 s (RCHG-20, C17, C18)', async () => {
    const harness = await entered();
    harness.tab.setOnline(false);
    harness.api.reply(CREATE, unreachable);
    // The first failure proves that the tab is offline.
    for (const _ of [1, 2]) expect(await createOrder(harness)).toMatchObject({ reason: 'requestError' });
    vi.useFakeTimers({ now: CONFIRMED_AT });
    harness.api.reply(CREATE, stall);
    const outcome = reasonOf(harness.rechargePorts.createOrder({ intent: anIntent() }, never));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toMatchObject({ reason: 'timedOut', status: 500 });
    harness.tab.setOnline(true);
  });

  test.each([
    ['javascript:alert(1)', 'scheme'],
    ['https://pay.example.evil.test/c/1', 'host'],
    ['https://player@pay.example/c/1', 'form'],
  ])(
    'a disallowed pay URL never leaves the adapter; the order is tracked anyway, and the log names it and the reason: %j (C39, RCHG-11)',
    async (pay_url, flaw) => {
      const harness = await entered();
      const created = { pay_url, sdk_order_id: 'O-1', create_ts: 1_760_000_000 };
      harness.api.reply(CREATE, { code: 0, result: created });
      const ticket = { ...TICKET, payment: { kind: 'redirect', payUrl: null } };
      expect(await harness.rechargePorts.createOrder({ intent: anIntent() }, never)).toEqual(ticket);
      expect(ordersIn(harness.stored())).toEqual(['portal:g1:u-1001:order:O-1']);
      expect(harness.log).toEqual([
        { event: 'pay-url-refused', call: 'CALL-17', path: CREATE, detail: `order O-1: ${flaw}` },
      ]);
    },
  );

  test('a disallowed pay URL in a record is logged once for each order (C39, ORDR-08)', async () => {
    const harness = await entered();
    const bad = (sdk_order_id: string) => row({ sdk_order_id, pay_url: `https://evil.test/${sdk_order_id}` });
    harness.api.reply(RECORD, records(bad('O-1'), bad('O-2'), row({ sdk_order_id: 'O-3' })));
    harness.api.reply(DETAILS, { code: 0, result: [bad('E-1')] });
    const unpaid = await harness.signedInPorts.loadUnpaidOrders({}, never);
    expect(unpaid.map(redirectUrl)).toEqual([null, null, ORDER_ROW.pay_url]);
    await harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    await harness.paymentPorts.readOrder({ kind: 'epoint', orderId: 'E-1' }, never);
    expect(harness.log).toEqual([
      { event: 'pay-url-refused', call: 'CALL-18', path: RECORD, detail: 'order O-1: host' },
      { event: 'pay-url-refused', call: 'CALL-18', path: RECORD, detail: 'order O-2: host' },
      { event: 'pay-url-refused', call: 'CALL-24', path: DETAILS, detail: 'order E-1: host' },
    ]);
  });

  test('a disallowed pay URL of an order for E Points is logged with its own call (C39, EPNT-02)', async () => {
    const harness = await entered();
    const path = '/api/payment/order/create/epoint';
    const created = { pay_url: 'https://evil.test/c/1', paymentId: 'E-1', create_ts: 1_760_000_000 };
    harness.api.reply(path, { code: 0, result: created });
    const { choices, ...intent } = anIntent();
    const points = { ...intent, choices: { ...choices, recipient: null } };
    const { payment } = await harness.epointRechargePorts.createOrder({ intent: points }, never);
    expect(payment).toEqual({ kind: 'redirect', payUrl: null });
    expect(harness.log).toEqual([{ event: 'pay-url-refused', call: 'CALL-19', path, detail: 'order E-1: host' }]);
  });

  test('nothing is stored after a logout while the creation time is read (SESS-09, RCHG-14)', async () => {
    const harness = await entered();
    const page = new AbortController();
    harness.api.reply(CREATE, { code: 0, result: { pay_url: PAY_URL, sdk_order_id: 'O-1' } });
    harness.api.reply(RECORD, async () => {
      expect(ordersIn(harness.stored())).toHaveLength(1);
      page.abort();
      await harness.sessionPorts.deleteSession({ why: 'logout' }, never);
      return records(row({}));
    });
    await reasonOf(harness.rechargePorts.createOrder({ intent: anIntent() }, page.signal));
    expect(harness.api.to(RECORD)).toHaveLength(1);
    expect(ordersIn(harness.stored())).toEqual([]);
  });

  test('an intent that could not be stored is rejected (C56, RCHG-10)', async () => {
    const harness = await entered();
    await expect(harness.rechargePorts.saveIntent({ intent: anIntent() }, never)).resolves.toBeUndefined();
    harness.profile.local.mood = 'full';
    await expect(harness.rechargePorts.saveIntent({ intent: anIntent() }, never)).resolves.toBeUndefined();
    harness.tab.session.mood = 'full';
    expect(await reasonOf(harness.rechargePorts.saveIntent({ intent: anIntent() }, never))).toMatchObject({
      reason: 'storageRefused',
    });
    const loggedOut = createCoreHarness();
    expect(await reasonOf(loggedOut.rechargePorts.saveIntent({ intent: anIntent() }, never))).toMatchObject({
      reason: 'tokenFailure',
    });
  });
});

describe('looking up the order', () => {
  const lookUp = async (reply: Reply, change = {}) => {
    const harness = await entered();
    harness.api.reply(RECORD, reply);
    const intent = anIntent(change);
    await harness.portalPorts.syncClock({}, never);
    await harness.rechargePorts.saveIntent({ intent }, never);
    const ticket = await harness.rechargePorts.lookUpOrder({ intent }, never);
    return { harness, ticket };
  };

  test('requested from one minute before the confirmation; found by item, recipient and time (RCHG-20, RCHG-10, CALL-18)', async () => {
    const { harness, ticket } = await lookUp(records(row({ create_ts: 1_760_000_003 })));
    expect(harness.api.to(RECORD).map(({ body }) => body)).toEqual([
      { page: 1, size: 100, begin: 1_759_999_940, end: expect.any(Number), sdk_order_id: '', status: -1 },
      expect.objectContaining({ page: 2, begin: 1_759_999_940 }),
    ]);
    expect(ticket).toEqual({ ...TICKET, createdAt: CONFIRMED_AT + 3_000 });
    expect(ordersIn(harness.stored())).toEqual(['portal:g1:u-1001:order:O-1']);
  });

  test.each([
    ['another item', { cp_goods_id: 'gem-300' }],
    ['another role', { role_id: 'r2' }],
    ['another server', { server_id: 's2' }],
    ['another channel', { channel_code: 'wallet' }],
    ['more than a minute before', { create_ts: 1_759_999_939 }],
  ])('%s does not match (RCHG-20)', async (_, more) => {
    expect((await lookUp(records(row(more)))).ticket).toBeNull();
  });

  test('exactly one minute before still counts; of two orders the older one matches (RCHG-20)', async () => {
    expect((await lookUp(records(row({ create_ts: 1_759_999_940 })))).ticket?.orderId).toBe('O-1');
    const two = records(row({ sdk_order_id: 'O-2', create_ts: 1_760_000_009 }), row({ sdk_order_id: 'O-1' }));
    expect((await lookUp(two)).ticket?.orderId).toBe('O-1');
  });

  test('a record with six fields is matched by name, price and channel (RCHG-20)', async () => {
    const { create_ts, name, sdk_order_id, amount, channel_name, status } = ORDER_ROW;
    const bare = { create_ts, name, sdk_order_id, amount, channel_name, status };
    expect((await lookUp(records(bare))).ticket).toEqual({ ...TICKET, payment: { kind: 'redirect', payUrl: null } });
    expect((await lookUp(records({ ...bare, amount: '4.99' }))).ticket).toBeNull();
    for (const other of [{ name: '300 gems' }, { channel_name: 'Wallet' }])
      expect(await reasonOf(lookUp(records({ ...bare, ...other })))).toMatchObject({ reason: 'requestError' });
  });

  test('a stored order with this key needs no request; one with another key does not match (RCHG-10, C2)', async () => {
    const harness = await entered();
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    expect(await harness.rechargePorts.lookUpOrder({ intent: anIntent() }, never)).toEqual(TICKET);
    expect(harness.api.to(RECORD)).toEqual([]);
    harness.api.reply(RECORD, records(row({})));
    const other = anIntent({ key: '11111111-2222-4333-8444-555555555555' });
    await harness.rechargePorts.saveIntent({ intent: other }, never);
    expect(await harness.rechargePorts.lookUpOrder({ intent: other }, never)).toBeNull();
  });

  test('an order that is delivered and no longer stored is not the order of the next intent (RCHG-20, RCHG-10)', async () => {
    const harness = await entered();
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    await harness.paymentPorts.deleteOrder({ orderId: 'O-1' }, never);
    const next = anIntent({ key: '11111111-2222-4333-8444-555555555555', confirmedAt: CONFIRMED_AT + 30_000 });
    await harness.rechargePorts.saveIntent({ intent: next }, never);
    const delivered = row({ status: 4, pay_url: null });
    harness.api.reply(RECORD, records(delivered));
    expect(await harness.rechargePorts.lookUpOrder({ intent: next }, never)).toBeNull();
    harness.api.reply(RECORD, records(delivered, row({ sdk_order_id: 'O-2', create_ts: 1_760_000_031 })));
    expect(await harness.rechargePorts.lookUpOrder({ intent: next }, never)).toMatchObject({ orderId: 'O-2' });
    expect(await harness.rechargePorts.lookUpOrder({ intent: anIntent() }, never)).toMatchObject({ orderId: 'O-1' });
  });

  test('a deleted order is remembered for as long as an intent can find it, and at most a hundred are (RCHG-20)', async () => {
    const harness = await entered();
    const ended = () => Object.keys(harness.stored()).filter((key) => key.includes(':ended:'));
    const place = async (at: number) => {
      const orderId = `O-${at}`;
      const created = { pay_url: PAY_URL, sdk_order_id: orderId, create_ts: 1_760_000_000 + at };
      harness.api.reply(CREATE, { code: 0, result: created });
      await harness.rechargePorts.createOrder({ intent: anIntent({ key: `key-of-order-${1_000 + at}` }) }, never);
      await harness.paymentPorts.deleteOrder({ orderId }, never);
      await harness.paymentPorts.deleteOrder({ orderId }, never);
    };
    for (let at = 0; at < 102; at += 1) await place(at);
    expect(ended()).toHaveLength(100);
    expect(ended().filter((key) => /O-[01]$/.test(key))).toEqual([]);
    await harness.portalPorts.syncClock({}, never);
    const found = (at: number) => {
      vi.setSystemTime(at);
      const late = createCoreHarness(harness.profile);
      late.api.reply('/api/setting/time', { result: { ts: Math.floor(at / 1_000) } });
      late.api.reply(RECORD, records(row({ sdk_order_id: 'O-101', create_ts: 1_760_000_101 })));
      return late;
    };
    const late = found(CONFIRMED_AT + 101_000 + 86_400_000 + 62_000);
    await late.portalPorts.syncClock({}, never);
    await late.login();
    await late.rechargePorts.lookUpOrder({ intent: anIntent() }, never);
    expect(ended()).toEqual([]);
  });

  test('an old confirmation shows the order that it shared with another tab, but not an order from before it (RCHG-20, C1)', async () => {
    vi.setSystemTime(CONFIRMED_AT + 5_000);
    const harness = await entered();
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    await harness.paymentPorts.deleteOrder({ orderId: 'O-1' }, never);
    const lookUp = async (change: Partial<ReturnType<typeof anIntent>>, now: number, create_ts: number) => {
      vi.setSystemTime(now);
      harness.api.reply(TIME, { code: 0, result: { ts: 0, ts_ms: now } });
      harness.api.reply(RECORD, records(row({ status: 4, pay_url: null, create_ts })));
      const shared = anIntent({ key: '11111111-2222-4333-8444-555555555555', ...change });
      await saveConfirmed(harness, shared);
      return reasonOf(harness.rechargePorts.lookUpOrder({ intent: shared }, never));
    };
    const createdAt = CONFIRMED_AT / 1_000;
    const late = CONFIRMED_AT + 3_600_000;
    expect(await lookUp({ confirmedAt: CONFIRMED_AT + 1_500 }, late, createdAt)).toMatchObject({
      reason: 'orderNumberWrong',
    });
    expect(await lookUp({}, CONFIRMED_AT + 5_000, createdAt)).toEqual({ resolved: null });
    expect(await lookUp({ confirmedAt: CONFIRMED_AT + 500 }, late, createdAt)).toMatchObject({
      resolved: { orderId: 'O-1' },
    });
  });

  const enteredAt = async (ms: number, profile = createFakeProfile()) => {
    vi.setSystemTime(CONFIRMED_AT + ms);
    const harness = await entered(profile);
    harness.api.reply(TIME, { code: 0, result: { ts: 0, ts_ms: CONFIRMED_AT + ms } });
    return harness;
  };
  const lookUpAt = async (ms: number, reply: Reply, intent: OrderIntent = anIntent()) => {
    vi.setSystemTime(CONFIRMED_AT);
    const profile = createFakeProfile();
    await (await entered(profile)).rechargePorts.saveIntent({ intent }, never);
    const harness = await enteredAt(ms, profile);
    harness.api.reply(RECORD, reply);
    const outcome = await lookUpOrder(harness, intent);
    return { outcome, stored: ordersIn(harness.stored()) };
  };

  test('after the time to pay, no E Points are spent for an unpaid order that is found (RCHG-16, RCHG-20, EPNT-03)', async () => {
    const { choices, ...intent } = anIntent();
    const inPoints = { ...intent, choices: { ...choices, channel: { ...choices.channel, fieldKey: POINT_CHANNEL } } };
    const unpaid = records(row({ channel_code: POINT_CHANNEL, epoints: 99, pay_url: null }));
    expect(await lookUpAt(302_000, unpaid, inPoints)).toMatchObject({
      outcome: { reason: 'orderNumberWrong', code: -1 },
      stored: [],
    });
    expect(await lookUpAt(298_000, unpaid, inPoints)).toMatchObject({
      outcome: { resolved: { payment: { kind: 'points', amount: 99 } } },
    });
  });
});

describe('resuming after a reload', () => {
  const reload = ({ profile }: Pick<ReturnType<typeof createCoreHarness>, 'profile'>) =>
    resumeStateIn(createCoreHarness(profile));
  const draft = { serverId: 's1', roleId: 'r1', itemId: 'gem-60', channelCode: null } as const;
  const memory = { serverId: 's1', roleId: 'r1', channelCode: 'card', itemId: 'i1' };

  test('draft, memory and an open intent (RCHG-16, RCHG-18, C2)', async () => {
    const harness = await entered();
    await harness.rechargePorts.saveDraft({ draft }, never);
    await harness.rechargePorts.saveMemory({ memory }, never);
    await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
    expect(await reload(harness)).toEqual({
      draft,
      memory,
      intent: anIntent(),
      epointRecharge: { draft: null, intent: null },
      tickets: [],
    });
    await harness.rechargePorts.saveDraft({ draft: null }, never);
    await harness.rechargePorts.deleteIntent({ key: 'another key' }, never);
    expect(await reload(harness)).toMatchObject({ draft: null, intent: anIntent() });
    await harness.rechargePorts.deleteIntent({ key: anIntent().key }, never);
    expect(await reload(harness)).toMatchObject({ intent: null });
  });

  test('closed between the response and the next step: the order is stored and its intent is settled (C2, C3)', async () => {
    const harness = await entered();
    await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    expect(await reload(harness)).toMatchObject({
      intent: null,
      tickets: [{ ticket: TICKET, deferred: false }],
    });
  });

  test('a stored pay URL is checked like any other (C39, C57)', async () => {
    const profile = createFakeProfile();
    await createOrder(await entered(profile));
    const [name = ''] = ordersIn(profile.local.dump());
    profile.local.setItem(name, (profile.local.getItem(name) ?? '').replace('pay.example', 'evil.test'));
    const [stored] = (await reload({ profile })).tickets;
    expect(stored?.ticket.payment).toEqual({ kind: 'redirect', payUrl: null });
  });

  test('a deferred order stays deferred; a final one is deleted (RCHG-13, C10)', async () => {
    const harness = await entered();
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    await harness.paymentPorts.saveDeferred({ orderId: 'O-1', deferred: true }, never);
    await harness.paymentPorts.saveDeferred({ orderId: 'unknown', deferred: true }, never);
    expect((await reload(harness)).tickets).toEqual([{ ticket: TICKET, deferred: true }]);
    await harness.paymentPorts.deleteOrder({ orderId: 'O-1' }, never);
    expect((await reload(harness)).tickets).toEqual([]);
  });

  test('an order in E Points is in flight from its creation, until it is refused or deferred (EPNT-04, RCHG-16, C3)', async () => {
    const harness = await entered();
    const { item, recipient } = anIntent().choices;
    const channel = { fieldKey: 'epoint', title: 'E Points', isOpen: true, priority: 0 };
    await harness.rechargePorts.createOrder({ intent: anIntent({ choices: { item, recipient, channel } }) }, never);
    const stored = async () => (await reload(harness)).tickets.map(({ ticket, ...rest }) => rest);
    const { effects } = harness.paymentPorts.methods.points;
    const save = (spending: boolean, orderId = 'O-2') =>
      effects({
        input: { orderId },
        send: () => {},
        receive: (handle) => handle({ type: 'spending.save', spending }),
      })();
    const defer = (deferred: boolean) => harness.paymentPorts.saveDeferred({ orderId: 'O-2', deferred }, never);
    expect(await stored()).toEqual([{ deferred: false, spending: true }]);
    await defer(false);
    expect(await stored()).toEqual([{ deferred: false, spending: true }]);
    save(false);
    expect(await stored()).toEqual([{ deferred: false }]);
    save(true);
    save(true, 'unknown');
    expect(await stored()).toEqual([{ deferred: false, spending: true }]);
    await defer(true);
    await defer(false);
    expect(await stored()).toEqual([{ deferred: false }]);
  });

  test('of several open intents the newest is looked up (C2)', async () => {
    const harness = await entered();
    const newer = anIntent({ key: '22222222-2222-4333-8444-555555555555', confirmedAt: CONFIRMED_AT + 1 });
    await harness.rechargePorts.saveIntent({ intent: newer }, never);
    await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
    expect((await reload(harness)).intent).toEqual(newer);
  });

  test('expired records are not resumed, and are deleted by the server clock only (C13)', async () => {
    const harness = await entered();
    await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
    await createOrder(harness, anIntent({ key: '22222222-2222-4333-8444-555555555555' }));
    const before = harness.stored();
    vi.setSystemTime(CONFIRMED_AT + 365 * 86_400_000);
    expect(await reload(harness)).toEqual(resumeStateOf());
    expect(harness.profile.local.dump()).toEqual(before);
    vi.setSystemTime(CONFIRMED_AT + 5_000);
    expect(await reload(harness)).toMatchObject({
      intent: anIntent(),
      tickets: [{ deferred: false }],
    });

    const late = createCoreHarness(harness.profile);
    late.api.reply('/api/setting/time', { result: { ts: 1_760_000_000 + 8 * 86_400 } });
    await late.portalPorts.syncClock({}, never);
    expect(await resumeStateIn(late)).toEqual(resumeStateOf());
    expect(Object.keys(harness.profile.local.dump()).filter((key) => /intent|order/.test(key))).toEqual([]);
  });

  test('intents and orders of another build are not touched, and a draft of another build is deleted (C43)', async () => {
    const { profile } = await entered();
    profile.local.setItem('portal:g1:u-1001:intent:x', '{"v":7,"data":{}}');
    profile.local.setItem('portal:g1:u-1001:order:O-7', '{"v":7,"data":{}}');
    profile.local.setItem('portal:g1:u-1001:draft', '{"v":7,"data":{}}');
    expect(await reload({ profile })).toEqual(resumeStateOf());
    const left = Object.keys(profile.local.dump());
    expect(left).toEqual(expect.arrayContaining(['portal:g1:u-1001:intent:x', 'portal:g1:u-1001:order:O-7']));
    expect(left).not.toContain('portal:g1:u-1001:draft');
  });
});
