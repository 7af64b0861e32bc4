import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goods, idempotencyKeys, roles } from '../../server/db/schema.ts';
import { createOrder } from '../../server/orders/order-creation.ts';
import { type Money, moneyOf } from '../../server/payments/registry.ts';
import { CODE } from '../../src/contract/codes.ts';
import { createMoneyWorld, GOODS, type MoneyWorld, SERVER } from '../support/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const KEY = '0b6f5c1e-8f8b-4a57-9d7e-2f3d7a3c0001';
const keysOf = (userId: string) =>
  world.context.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));

describe('a new order', () => {
  test('CALL-17 RCHG-09 · copies what the server knows, and opens one payment session', async () => {
    const userId = await world.addUser();
    const creation = await world.create(world.requestOf(userId, {}, { quoteMinor: 499 }));
    if (creation.kind !== 'order') throw new Error('refused');
    const { orderId, payUrl } = creation;
    expect(orderId).toMatch(/^260301(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(payUrl).toBe(`http://127.0.0.1:8787/cashier/${await world.referenceFor(orderId)}`);
    const { payUrl: _, providerRef: __, ...order } = await world.orderOf(orderId);
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
        { name: 'Gems +10%', names: { 'de-DE': 'Edelsteine +10%' }, quantity: 6 },
        { name: 'Chest', names: { 'de-DE': 'Truhe' }, quantity: 2 },
      ],
      channelCode: 'card',
      channelName: 'Card',
      amountMinor: 499,
      orderType: 'game',
      epoints: null,
      creditBasic: null,
      creditPresent: null,
      rebateKind: null,
      rebatePoints: null,
      status: 1,
      clientId: 'client',
      supersededBy: null,
      createdAt: new Date('2026-03-01T12:00:00.250Z'),
      expiresAt: new Date('2026-03-01T12:05:00.000Z'),
      checkedAt: null,
    });
    expect(await world.historyOf(orderId)).toEqual([1]);
  });
});

describe('refusals', () => {
  test.each([
    ['a role of another player', { roleId: 'role-of-another' }, CODE.roleGone],
    ['a server that does not exist', { serverId: 'nowhere' }, CODE.roleGone],
    ['a server under maintenance', { serverId: 'server-maintained' }, CODE.serverMaintenance],
    ['an item that is off sale', { goodsId: 'withdrawn' }, CODE.itemGone],
    ['an item of another game', { goodsId: 'elsewhere' }, CODE.itemGone],
    ['a closed channel', { channelCode: 'closed' }, CODE.channelClosed],
    ['a channel without a provider', { channelCode: 'orphan' }, CODE.channelClosed],
  ])('CALL-17 RCHG-09 · %s: nothing is made, and the key stays free', async (_, wish, code) => {
    const userId = await world.addUser();
    expect(await world.create(world.requestOf(userId, wish, { key: KEY }))).toEqual({ kind: 'refused', code });
    expect(await world.ordersOf(userId)).toEqual([]);
    expect(await keysOf(userId)).toEqual([]);
  });

  test('RCHG-09 · a role of someone else reads like one that does not exist, in the same words', async () => {
    const [mine, theirs] = [await world.addUser(), await world.addUser()];
    const stolen = await world.create(world.requestOf(mine, { roleId: `role-${theirs}` }));
    expect(stolen).toEqual(await world.create(world.requestOf(mine, { roleId: 'nobody' })));
  });

  test('RCHG-09 · a deleted role takes no order', async () => {
    const userId = await world.addUser();
    const { db, clock } = world.context;
    await db.update(roles).set({ deletedAt: clock.now() }).where(eq(roles.userId, userId));
    expect(await world.create(world.requestOf(userId))).toEqual({ kind: 'refused', code: CODE.roleGone });
  });

  test('S16 C32 · a price other than the one on the screen is never charged; the same key works once it is right', async () => {
    const userId = await world.addUser();
    const request = world.requestOf(userId, {}, { key: KEY, quoteMinor: 500 });
    expect(await world.create(request)).toEqual({ kind: 'refused', code: CODE.priceChanged });
    expect((await world.create({ ...request, quoteMinor: 499 })).kind).toBe('order');
  });
});

describe('repeats', () => {
  test('RCHG-10 S12 · the same key gets the first order, also after it was paid, with its true creation time', async () => {
    const userId = await world.addUser();
    const request = world.requestOf(userId, {}, { key: KEY });
    const first = await world.create(request);
    expect(await world.create(request)).toEqual({ ...first, isReplay: true });
    if (first.kind !== 'order') throw new Error('refused');
    await world.act(first.orderId, 'pay');
    await world.settle();
    world.advance(3_600_000);
    expect(await world.create(request)).toEqual({ ...first, isReplay: true });
    expect(await world.ordersOf(userId)).toHaveLength(1);
  });

  test('RCHG-10 S14 · another key, or none, gets the open order of the same wish and becomes its alias', async () => {
    const userId = await world.addUser();
    const first = await world.create(world.requestOf(userId, {}, { key: KEY }));
    const alias = world.requestOf(userId, {}, { key: 'another-key-of-this-player' });
    expect(await world.create(world.requestOf(userId))).toEqual(first);
    expect(await world.create(alias)).toEqual(first);
    expect(await world.create(alias)).toEqual({ ...first, isReplay: true });
    expect(await world.ordersOf(userId)).toHaveLength(1);
  });

  test('S14 · what differs in item or channel is another order, and a paid one leaves room for the next', async () => {
    const userId = await world.addUser();
    const first = await world.buy(userId);
    const others = [await world.buy(userId, { goodsId: 'pass' }), await world.buy(userId, { channelCode: 'wallet' })];
    await world.act(first, 'pay');
    await world.work();
    const again = await world.buy(userId);
    expect(new Set([first, ...others, again]).size).toBe(4);
  });

  test('S13 · the same key for something else is refused; for another player it is another key', async () => {
    const [userId, neighbour] = [await world.addUser(), await world.addUser()];
    await world.create(world.requestOf(userId, {}, { key: KEY }));
    const other = await world.create(world.requestOf(userId, { goodsId: 'pass' }, { key: KEY }));
    expect(other).toEqual({ kind: 'refused', code: CODE.keyReused });
    expect((await world.create(world.requestOf(neighbour, { goodsId: 'pass' }, { key: KEY }))).kind).toBe('order');
    const elsewhere = world.requestOf(userId, { goodsId: 'pass' }, { key: KEY, path: '/api/elsewhere' });
    expect((await world.create(elsewhere)).kind).toBe('order');
  });

  test('RCHG-10 S12 · 200 requests at once with five keys make five orders', { timeout: 120_000 }, async () => {
    const userIds = await Promise.all(Array.from({ length: 5 }, () => world.addUser()));
    const requests = Array.from({ length: 200 }, (_, at) => {
      const userId = userIds[at % userIds.length] ?? '';
      return world.requestOf(userId, {}, { key: `key-of-${userId}` });
    });
    const answers = await Promise.all(requests.map((request) => world.create(request)));
    const orderIds = answers.map((answer) => (answer.kind === 'order' ? answer.orderId : answer.code));
    expect(new Set(orderIds).size).toBe(5);
    const replays = answers.filter((answer) => answer.kind === 'order' && answer.isReplay);
    expect(replays).toHaveLength(195);
    for (const userId of userIds) expect(await world.ordersOf(userId)).toHaveLength(1);
  });

  test('RCHG-10 S14 · 200 requests at once with as many keys for one wish make one order', {
    timeout: 120_000,
  }, async () => {
    const userId = await world.addUser();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        world.create(world.requestOf(userId, {}, { key: `tab-number-${at}-of-many` })),
      ),
    );
    expect(new Set(answers.map((answer) => (answer.kind === 'order' ? answer.orderId : answer.code))).size).toBe(1);
    expect(await world.ordersOf(userId)).toHaveLength(1);
  });

  test('S12 · requests at once with one key and two wishes: one wish wins, the other is refused', async () => {
    const userId = await world.addUser();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        world.create(world.requestOf(userId, at % 2 ? {} : { goodsId: 'pass' }, { key: KEY })),
      ),
    );
    expect(answers.filter((answer) => answer.kind === 'order')).toHaveLength(20);
    expect(answers.filter((answer) => answer.kind === 'refused' && answer.code === CODE.keyReused)).toHaveLength(20);
    expect(await world.ordersOf(userId)).toHaveLength(1);
  });
});

describe('an order in the way', () => {
  test('RCHG-14 · an expired one is settled first, and never handed out as fresh', async () => {
    const userId = await world.addUser();
    const old = await world.buy(userId);
    world.advance(300_000);
    const fresh = await world.buy(userId);
    expect(fresh).not.toBe(old);
    expect((await world.orderOf(old)).status).toBe(6);
  });

  test('S20 · an expired one with a payment in flight asks the player to wait', async () => {
    const userId = await world.addUser();
    const old = await world.buy(userId);
    await world.act(old, 'never');
    world.advance(300_000);
    expect(await world.create(world.requestOf(userId))).toEqual({ kind: 'refused', code: CODE.stillProcessing });
    await world.act(old, 'pay');
    await world.work();
    expect(await world.buy(userId)).not.toBe(old);
    expect((await world.orderOf(old)).status).toBe(2);
  });

  test('C32 · one at a former price is ended at the channel before the new one is made', async () => {
    const userId = await world.addUser();
    const old = await world.buy(userId);
    const { db } = world.context;
    await db.update(goods).set({ priceMinor: 599 }).where(eq(goods.goodsId, GOODS.goodsId));
    try {
      const fresh = await world.buy(userId);
      expect((await world.orderOf(fresh)).amountMinor).toBe(599);
      expect((await world.orderOf(old)).status).toBe(3);
      await world.act(old, 'pay');
      expect((await world.booksOf(old))?.captures).toBe(0);
    } finally {
      await db.update(goods).set({ priceMinor: GOODS.priceMinor }).where(eq(goods.goodsId, GOODS.goodsId));
    }
  });
});

describe('a provider that does not answer', () => {
  const silent = (): Money => ({
    ...moneyOf(world.context),
    providerOf: (name) => {
      const provider = moneyOf(world.context).providerOf(name);
      return provider && { ...provider, createSession: () => Promise.reject(new Error('connection refused')) };
    },
  });

  test('S25 RCHG-20 · the order waits for its address, and the same key gets it later', async () => {
    const userId = await world.addUser();
    const request = world.requestOf(userId, {}, { key: KEY });
    expect(await createOrder(silent(), request)).toEqual({ kind: 'refused', code: CODE.stillProcessing });
    const [waiting] = await world.ordersOf(userId);
    expect(waiting).toMatchObject({ status: 1, payUrl: null });
    const creation = await world.create(request);
    expect(creation).toMatchObject({ kind: 'order', orderId: waiting?.orderId });
    expect(await world.ordersOf(userId)).toHaveLength(1);
  });

  test('S25 RCHG-10 · an order that has its address is repeated without asking the provider', async () => {
    const userId = await world.addUser();
    const request = world.requestOf(userId, {}, { key: KEY });
    const first = await world.create(request);
    expect(await createOrder(silent(), request)).toEqual({ ...first, isReplay: true });
  });

  test('S25 · an order that never got an address expires', async () => {
    const userId = await world.addUser();
    await createOrder(silent(), world.requestOf(userId));
    world.advance(300_000);
    await world.work();
    expect((await world.ordersOf(userId)).map(({ status }) => status)).toEqual([6]);
  });
});
