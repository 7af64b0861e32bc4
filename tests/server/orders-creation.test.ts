import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createOrder } from '../../server/checkout/order-creation.ts';
import { goods, idempotencyKeys, roles } from '../../server/db/schema.ts';
import { settleDueOrder } from '../../server/payments/order-expiry.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { GOODS, SERVER, sharedMoneyHarness, withProvider } from '../support/server/money-harness.ts';

const harness = sharedMoneyHarness();

const KEY = '0b6f5c1e-8f8b-4a57-9d7e-2f3d7a3c0001';
const keysOf = (userId: string) =>
  harness.context.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));

test('a new order copies the server’s data and opens one payment session (CALL-17, RCHG-09)', async () => {
  const userId = await harness.addUser();
  const creation = await harness.create(harness.requestOf(userId, {}, { quoteMinor: 499, traceId: 'ab'.repeat(16) }));
  if (creation.kind !== 'order') throw new Error('refused');
  const { orderId, payment } = creation;
  expect(orderId).toMatch(/^260301(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  const payUrl = `http://127.0.0.1:8787/cashier/${await harness.referenceFor(orderId)}`;
  expect(payment).toEqual({ kind: 'redirect', payUrl });
  const { payment: _, providerRef: __, ...order } = await harness.orderOf(orderId);
  expect(order).toEqual({
    orderId,
    userId,
    uid: `ga-${userId}`,
    gameId: 'game-1',
    gameName: 'Emberfall',
    serverId: SERVER,
    serverName: 'Dawn',
    roleId: `role-${userId}`,
    roleName: 'Ann',
    goodsId: 'gems',
    goodsName: 'Gems',
    contents: [
      { name: 'Gems', names: { 'de-DE': 'Edelsteine' }, quantity: 65 },
      { name: 'Gems (+10%)', names: { 'de-DE': 'Edelsteine (+10\u00a0%)' }, quantity: 6 },
      { name: 'Chest', names: { 'de-DE': 'Truhe' }, quantity: 2 },
    ],
    channelCode: 'card',
    channelName: 'Card',
    provider: 'sandbox',
    amountMinor: 499,
    orderType: 'game',
    epoints: null,
    creditBasic: null,
    creditPresent: null,
    rebateKind: null,
    rebatePoints: null,
    status: 'pending',
    clientId: 'client',
    supersededBy: null,
    createdAt: new Date('2026-03-01T12:00:00.250Z'),
    expiresAt: new Date('2026-03-01T12:05:00.000Z'),
    checkedAt: null,
    expiryLeasedUntil: null,
    movedAt: null,
    traceId: 'ab'.repeat(16),
  });
  expect(await harness.historyOf(orderId)).toEqual(['pending']);
});

describe('refusals', () => {
  test.each([
    ['a role of another player', { roleId: 'role-of-another' }, CODE.roleGone],
    ['a server that does not exist', { serverId: 'nowhere' }, CODE.roleGone],
    ['a server under maintenance', { serverId: 'server-maintained' }, CODE.serverMaintenance],
    ['an item that is off sale', { goodsId: 'withdrawn' }, CODE.itemGone],
    ['an item of another game', { goodsId: 'foreign' }, CODE.itemGone],
    ['a closed channel', { channelCode: 'closed' }, CODE.channelClosed],
    ['a channel without a provider', { channelCode: 'orphan' }, CODE.channelClosed],
  ])('%s: no order is created, and the key can be reused (CALL-17, RCHG-09)', async (_, selection, code) => {
    const userId = await harness.addUser();
    expect(await harness.create(harness.requestOf(userId, selection, { key: KEY }))).toEqual({ kind: 'refused', code });
    expect(await harness.ordersOf(userId)).toEqual([]);
    expect(await keysOf(userId)).toEqual([]);
  });

  test('no order can be created for a deleted role (RCHG-09)', async () => {
    const userId = await harness.addUser();
    const { db, clock } = harness.context;
    await db.update(roles).set({ deletedAt: clock.now() }).where(eq(roles.userId, userId));
    expect(await harness.create(harness.requestOf(userId))).toEqual({ kind: 'refused', code: CODE.roleGone });
  });

  test('a price other than the one on the screen is never charged; the same key works with the right price (S16, C32)', async () => {
    const userId = await harness.addUser();
    const request = harness.requestOf(userId, {}, { key: KEY, quoteMinor: 500 });
    expect(await harness.create(request)).toEqual({ kind: 'refused', code: CODE.priceChanged });
    expect((await harness.create({ ...request, quoteMinor: 499 })).kind).toBe('order');
  });
});

describe('repeats', () => {
  test('the same key gets the first order with its creation time, even after it was paid (RCHG-10, S12)', async () => {
    const userId = await harness.addUser();
    const request = harness.requestOf(userId, {}, { key: KEY });
    const first = await harness.create(request);
    expect(await harness.create(request)).toEqual({ ...first, isReplay: true });
    if (first.kind !== 'order') throw new Error('refused');
    await harness.act(first.orderId, 'pay');
    await harness.settle();
    harness.advance(3_600_000);
    expect(await harness.create(request)).toEqual({ ...first, isReplay: true });
    expect(await harness.ordersOf(userId)).toHaveLength(1);
  });

  test('another key, or none, gets the open order of the same selection and becomes its alias (RCHG-10, S14)', async () => {
    const userId = await harness.addUser();
    const first = await harness.create(harness.requestOf(userId, {}, { key: KEY }));
    const alias = harness.requestOf(userId, {}, { key: 'another-key-of-this-player' });
    expect(await harness.create(harness.requestOf(userId))).toEqual(first);
    expect(await harness.create(alias)).toEqual(first);
    expect(await harness.create(alias)).toEqual({ ...first, isReplay: true });
    expect(await harness.ordersOf(userId)).toHaveLength(1);
  });

  test('another item or channel is another order, and a paid order allows the next (S14)', async () => {
    const userId = await harness.addUser();
    const first = await harness.buy(userId);
    const others = [
      await harness.buy(userId, { goodsId: 'pass' }),
      await harness.buy(userId, { channelCode: 'wallet' }),
    ];
    await harness.act(first, 'pay');
    await harness.runJobs();
    const again = await harness.buy(userId);
    expect(new Set([first, ...others, again]).size).toBe(4);
  });

  test('the same key for another selection is refused; another player’s keys are separate (S13)', async () => {
    const [userId, neighbour] = [await harness.addUser(), await harness.addUser()];
    await harness.create(harness.requestOf(userId, {}, { key: KEY }));
    const other = await harness.create(harness.requestOf(userId, { goodsId: 'pass' }, { key: KEY }));
    expect(other).toEqual({ kind: 'refused', code: CODE.keyReused });
    expect((await harness.create(harness.requestOf(neighbour, { goodsId: 'pass' }, { key: KEY }))).kind).toBe('order');
    const otherPath = harness.requestOf(userId, { goodsId: 'pass' }, { key: KEY, path: '/api/other' });
    expect((await harness.create(otherPath)).kind).toBe('order');
  });

  test('200 parallel requests with five keys create five orders (RCHG-10, S12)', async () => {
    const userIds = await Promise.all(Array.from({ length: 5 }, () => harness.addUser()));
    const requests = Array.from({ length: 200 }, (_, at) => {
      const userId = userIds[at % userIds.length] ?? '';
      return harness.requestOf(userId, {}, { key: `key-of-${userId}` });
    });
    const responses = await Promise.all(requests.map((request) => harness.create(request)));
    const orderIds = responses.map((answer) => (answer.kind === 'order' ? answer.orderId : answer.code));
    expect(new Set(orderIds).size).toBe(5);
    const replays = responses.filter((answer) => answer.kind === 'order' && answer.isReplay);
    expect(replays).toHaveLength(195);
    for (const userId of userIds) expect(await harness.ordersOf(userId)).toHaveLength(1);
  });

  test('200 parallel requests with as many keys for one selection create one order (RCHG-10, S14)', async () => {
    const userId = await harness.addUser();
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        harness.create(harness.requestOf(userId, {}, { key: `tab-number-${at}-of-many` })),
      ),
    );
    expect(new Set(responses.map((answer) => (answer.kind === 'order' ? answer.orderId : answer.code))).size).toBe(1);
    expect(await harness.ordersOf(userId)).toHaveLength(1);
  });

  test('parallel requests with one key and two selections: one wins, the other is refused (S12)', async () => {
    const userId = await harness.addUser();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        harness.create(harness.requestOf(userId, at % 2 ? {} : { goodsId: 'pass' }, { key: KEY })),
      ),
    );
    expect(responses.filter((answer) => answer.kind === 'order')).toHaveLength(20);
    expect(responses.filter((answer) => answer.kind === 'refused' && answer.code === CODE.keyReused)).toHaveLength(20);
    expect(await harness.ordersOf(userId)).toHaveLength(1);
  });
});

describe('an open order of the same selection', () => {
  test('an expired one with a payment in flight asks the player to wait (S20)', async () => {
    const userId = await harness.addUser();
    const old = await harness.buy(userId);
    await harness.act(old, 'never');
    harness.advance(300_000);
    expect(await harness.create(harness.requestOf(userId))).toEqual({ kind: 'refused', code: CODE.stillProcessing });
    await harness.act(old, 'pay');
    await harness.runJobs();
    expect(await harness.buy(userId)).not.toBe(old);
    expect((await harness.orderOf(old)).status).toBe('paid');
  });

  test.each([
    ['price', { priceMinor: 599 }, { amountMinor: 599 }],
    [
      'gift',
      { gift: { name: 'Banner', names: {}, quantity: 1 } },
      { contents: expect.arrayContaining([expect.objectContaining({ name: 'Banner' })]) },
    ],
  ])('an order with an old %s is closed at its channel before the next (C32, RCHG-19)', async (_, change, expected) => {
    const { db } = harness.context;
    const ofItem = eq(goods.goodsId, GOODS.goodsId);
    const [item] = await db.select({ priceMinor: goods.priceMinor, gift: goods.gift }).from(goods).where(ofItem);
    if (!item) throw new Error('no item');
    const userId = await harness.addUser();
    const old = await harness.buy(userId);
    expect(await harness.buy(userId)).toBe(old);
    await db.update(goods).set(change).where(ofItem);
    try {
      expect(await harness.orderOf(await harness.buy(userId))).toMatchObject(expected);
      expect((await harness.orderOf(old)).status).toBe('failed');
      await harness.act(old, 'pay');
      expect((await harness.booksOf(old))?.captures).toBe(0);
    } finally {
      await db.update(goods).set(item).where(ofItem);
    }
  });
});

describe('a provider that does not respond', () => {
  const silent = () =>
    withProvider(harness.ports.services, () => ({
      createSession: () => Promise.reject(new Error('connection refused')),
    }));

  test('the order has no payment URL yet, and the same key gets it later (S25, RCHG-20)', async () => {
    const userId = await harness.addUser();
    const request = harness.requestOf(userId, {}, { key: KEY });
    expect(await createOrder(silent(), request)).toEqual({ kind: 'refused', code: CODE.stillProcessing });
    const [waiting] = await harness.ordersOf(userId);
    expect(waiting).toMatchObject({ status: 'pending', payment: null });
    const creation = await harness.create(request);
    expect(creation).toMatchObject({ kind: 'order', orderId: waiting?.orderId });
    expect(await harness.ordersOf(userId)).toHaveLength(1);
  });

  test('an order with a payment URL is returned again without a call to the provider (S25, RCHG-10)', async () => {
    const userId = await harness.addUser();
    const request = harness.requestOf(userId, {}, { key: KEY });
    const first = await harness.create(request);
    expect(await createOrder(silent(), request)).toEqual({ ...first, isReplay: true });
  });

  test('the same key gets no payment URL after the deadline (S25, RCHG-14)', async () => {
    const userId = await harness.addUser();
    const request = harness.requestOf(userId, {}, { key: KEY });
    await createOrder(silent(), request);
    harness.advance(300_000);
    expect(await harness.create(request)).toEqual({ kind: 'refused', code: CODE.orderOver });
    await harness.runJobs();
    expect(await harness.create(request)).toEqual({ kind: 'refused', code: CODE.orderOver });
    expect(await harness.ordersOf(userId)).toMatchObject([{ status: 'overdue', payment: null, providerRef: null }]);
  });

  test('a session whose order ends while the provider creates it is closed, and its URL is not returned (S25)', async () => {
    const userId = await harness.addUser();
    const { services } = harness.ports;
    const slow = withProvider(services, ({ createSession }) => ({
      createSession: async (session) => {
        const created = await createSession(session);
        harness.advance(300_000);
        await settleDueOrder(services, session.orderId);
        return created;
      },
    }));
    expect(await createOrder(slow, harness.requestOf(userId))).toEqual({ kind: 'refused', code: CODE.orderOver });
    const [order] = await harness.ordersOf(userId);
    expect(order).toMatchObject({ status: 'overdue', providerRef: expect.any(String) });
    await harness.runJobs();
    await harness.act(order?.orderId ?? '', 'pay');
    expect((await harness.booksOf(order?.orderId ?? ''))?.captures).toBe(0);
  });
});
