import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { epointItems } from '../../server/db/ledger.schema.ts';
import { goods, idempotencyKeys, roles } from '../../server/db/schema.ts';
import { firstPurchases } from '../../server/ledger/point-packages.ts';
import { changePoints } from '../../server/sandbox/change-points.ts';
import { forceStatus } from '../../server/sandbox/force-status.ts';
import { CODE } from '../../src/contract/codes.ts';
import { auditMoney } from '../support/money-audit.ts';
import { createMoneyWorld, type MoneyWorld } from '../support/money-world.ts';
import { describeOn } from '../support/test-database.ts';

const KEY = '0b6f5c1e-8f8b-4a57-9d7e-2f3d7a3c0001';

describeOn('orders of E Points and for E Points', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await createMoneyWorld();
  });
  afterAll(() => world.close());

  const player = async (basic = 0, present = 0): Promise<string> => {
    const userId = await world.addUser();
    if (basic + present > 0) await world.grant(userId, basic, present);
    return userId;
  };
  const kindsOf = async (userId: string) => (await world.ledgerOf(userId)).map(({ kind }) => kind);
  const booksAgree = async () => expect((await auditMoney(world.context.db)).wrong).toEqual([]);

  test('CALL-19 EPNT-03 S9 · a bought package is credited once it is paid, bonus and rebate apart from the basic points', async () => {
    const userId = await player();
    const orderId = await world.place(world.packageRequest(userId, 'p500', { quoteMinor: 499, promised: 575 }));
    expect(await world.orderOf(orderId)).toMatchObject({
      orderType: 'epoint',
      amountMinor: 499,
      creditBasic: 500,
      creditPresent: 75,
      rebateKind: 'standing',
      serverId: '',
      roleId: '',
      contents: [
        { name: 'E Points', quantity: 500 },
        { name: 'Bonus E Points', quantity: 75 },
      ],
    });
    expect((await world.booksOf(orderId))?.description).toBe('500 E Points');
    await world.act(orderId, 'pay-twice');
    await world.work();
    expect(await world.balance(userId)).toEqual({ basic: 0, present: 0 });
    await world.settle();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
    expect(await world.balance(userId)).toEqual({ basic: 500, present: 75 });
    expect(await world.deliveriesOf(orderId)).toEqual([]);
    expect(await world.paymentsOf(orderId)).toMatchObject([
      { kind: 'capture' },
      { kind: 'capture' },
      { kind: 'refund' },
    ]);
    await booksAgree();
  });

  test('EPNT-03 S14 S20 · expiry, a late payment and one open order hold for packages as for items', async () => {
    const userId = await player();
    const request = world.packageRequest(userId, 'p100');
    const orderId = await world.place(request);
    expect(await world.place(request)).toBe(orderId);
    world.advance(301_000);
    await world.work();
    expect(await world.historyOf(orderId)).toEqual([1, 6]);
    await world.act(orderId, 'pay-late');
    await world.settle();
    expect(await world.historyOf(orderId)).toEqual([1, 6, 2, 4]);
    expect(await world.balance(userId)).toEqual({ basic: 100, present: 0 });
  });

  test.each([
    ['a package that is not sold any more', 'p-withdrawn', {}, CODE.itemGone],
    ['an item of a game', 'gems', {}, CODE.itemGone],
    ['another price than on the screen', 'p100', { quoteMinor: 98 }, CODE.priceChanged],
    ['another sum of points than on the screen', 'p1000', { promised: 1_080 }, CODE.priceChanged],
    ['a closed channel', 'p100', { channelCode: 'closed' }, CODE.channelClosed],
    ['E Points for E Points', 'p100', { channelCode: 'epoint' }, CODE.channelClosed],
  ])('EPNT-03 S16 · %s: nothing is made, and the key stays free', async (_, itemId, asking, code) => {
    const userId = await player(5_000);
    const request = world.packageRequest(userId, itemId, { ...asking, key: KEY });
    expect(await world.create(request)).toEqual({ kind: 'refused', code });
    expect(await world.ordersOf(userId)).toEqual([]);
    const { db } = world.context;
    expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))).toEqual([]);
  });

  test('EPNT-02 · a rebate for a first purchase is earned once, and again if that purchase was refunded', async () => {
    const { db } = world.context;
    const userId = await player();
    const first = await world.place(world.packageRequest(userId, 'p1000', { promised: 1_580 }));
    expect(await firstPurchases(db, userId)).toEqual(new Set());
    await world.act(first, 'pay');
    await world.settle();
    expect(await firstPurchases(db, userId)).toEqual(new Set(['p1000']));
    const second = await world.place(world.packageRequest(userId, 'p1000', { promised: 1_080 }));
    expect(await world.orderOf(second)).toMatchObject({ creditPresent: 80, rebateKind: null });
    await forceStatus(world.ports.money, first, 5);
    expect(await firstPurchases(db, userId)).toEqual(new Set());
  });

  test('EPNT-02 · one open order holds it: by another channel the one before is ended first, even at the same instant', async () => {
    const userId = await player();
    const byCard = await world.place(world.packageRequest(userId, 'p1000'));
    const byWallet = await world.place(world.packageRequest(userId, 'p1000', { channelCode: 'wallet' }));
    expect((await world.orderOf(byCard)).status).toBe(3);
    expect(await world.orderOf(byWallet)).toMatchObject({ status: 1, rebateKind: 'first' });
    const rival = await player();
    const both = ['card', 'wallet'].map((channelCode) =>
      world.create(world.packageRequest(rival, 'p1000', { channelCode })),
    );
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['order', 'order']);
    const open = (await world.ordersOf(rival)).filter(({ status }) => status === 1);
    expect(open.map(({ rebateKind }) => rebateKind)).toEqual(['first']);
  });

  test('EPNT-02 · an open order made on other terms is ended, and a rebate that has run out earns nothing', async () => {
    const { db } = world.context;
    const userId = await player();
    const before = await world.place(world.packageRequest(userId, 'p500'));
    await db.update(epointItems).set({ present: 30 }).where(eq(epointItems.itemId, 'p500'));
    const after = await world.place(world.packageRequest(userId, 'p500'));
    expect([(await world.orderOf(before)).status, (await world.orderOf(after)).creditPresent]).toEqual([3, 80]);
    await db.update(epointItems).set({ present: 25 }).where(eq(epointItems.itemId, 'p500'));
    world.advance(86_400_000);
    const late = await world.place(world.packageRequest(userId, 'p500'));
    expect(await world.orderOf(late)).toMatchObject({ creditPresent: 25, rebateKind: null });
    world.advance(-86_400_000);
  });

  test('EPNT-03 S17 · a refunded package takes its points back; what was spent already is booked as lost, never as a debt', async () => {
    const userId = await player();
    const orderId = await world.place(world.packageRequest(userId, 'p500'));
    await world.act(orderId, 'pay');
    await world.settle();
    const spent = await world.place(world.pointsRequest(userId));
    expect((await world.pay(userId, spent)).kind).toBe('paid');
    expect(await world.balance(userId)).toEqual({ basic: 76, present: 0 });
    expect(await forceStatus(world.ports.money, orderId, 5)).toEqual({ kind: 'moved', status: 5 });
    await world.settle();
    expect((await world.orderOf(orderId)).status).toBe(5);
    expect(await world.balance(userId)).toEqual({ basic: 0, present: 0 });
    expect(await kindsOf(userId)).toEqual(['purchase', 'spend', 'reversal']);
    await booksAgree();
  });

  test('CALL-20 EPNT-03 S17 · an item is paid with bonus points first, then delivered; asked again, the answer is the same', async () => {
    const userId = await player(1_000, 200);
    const orderId = await world.place(world.pointsRequest(userId, 'gems', { quoteMinor: 499 }));
    expect(await world.orderOf(orderId)).toMatchObject({ epoints: 499, payUrl: null, channelName: 'E Points' });
    expect(await world.balance(userId)).toEqual({ basic: 1_000, present: 200 });
    const paid = await world.pay(userId, orderId);
    expect(paid).toMatchObject({
      kind: 'paid',
      transaction: { kind: 'spend', basic: -299, present: -200, basicAfter: 701, presentAfter: 0 },
    });
    await world.settle();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
    expect((await world.deliveriesOf(orderId)).length).toBe(3);
    await world.grant(userId, 50);
    expect(await world.pay(userId, orderId)).toEqual(paid);
    expect(await world.balance(userId)).toEqual({ basic: 751, present: 0 });
    await booksAgree();
  });

  test('EPNT-03 C1 · fifty requests to pay one order at once take its price once', async () => {
    const userId = await player(5_000);
    const orderId = await world.place(world.pointsRequest(userId));
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.pay(userId, orderId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await world.balance(userId)).toEqual({ basic: 4_501, present: 0 });
  });

  test('EPNT-04 · too few points: refused, nothing has changed; once there are enough the same order is paid', async () => {
    const userId = await player(300, 198);
    const orderId = await world.place(world.pointsRequest(userId));
    expect(await world.pay(userId, orderId)).toEqual({ kind: 'refused', code: CODE.balanceInsufficient });
    expect(await world.balance(userId)).toEqual({ basic: 300, present: 198 });
    expect(await world.historyOf(orderId)).toEqual([1]);
    await world.grant(userId, 1);
    expect((await world.pay(userId, orderId)).kind).toBe('paid');
    expect(await world.balance(userId)).toEqual({ basic: 0, present: 0 });
  });

  test('EPNT-03 S20 · an order that is over is not paid: neither at its deadline nor after the sweep', async () => {
    const userId = await player(1_000);
    const orderId = await world.place(world.pointsRequest(userId));
    world.advance(300_000);
    expect(await world.pay(userId, orderId)).toEqual({ kind: 'refused', code: CODE.orderOver });
    await world.work();
    expect(await world.historyOf(orderId)).toEqual([1, 6]);
    expect(await world.pay(userId, orderId)).toEqual({ kind: 'refused', code: CODE.orderOver });
    expect(await world.balance(userId)).toEqual({ basic: 1_000, present: 0 });
    expect(await world.place(world.pointsRequest(userId))).not.toBe(orderId);
  });

  test('S18 · an order of someone else, one for money and one that does not exist are answered alike', async () => {
    const [mine, theirs] = [await player(1_000), await player(1_000)];
    const orders = [await world.place(world.pointsRequest(theirs)), await world.buy(mine), 'no-such-order'];
    for (const orderId of orders)
      expect(await world.pay(mine, orderId)).toEqual({ kind: 'refused', code: CODE.orderNumberWrong });
    expect(await world.balance(theirs)).toEqual({ basic: 1_000, present: 0 });
    const stolen = world.pointsRequest(mine, 'gems', {
      wish: { serverId: 'server-open', roleId: `role-${theirs}`, goodsId: 'gems', channelCode: 'epoint' },
    });
    expect(await world.create(stolen)).toEqual({ kind: 'refused', code: CODE.roleGone });
  });

  test('EPNT-03 S11 · what the game refuses is given back to the kinds it came from', async () => {
    const userId = await player(1_000, 200);
    const orderId = await world.place(world.pointsRequest(userId));
    await world.pay(userId, orderId);
    const { db, clock } = world.context;
    await db.update(roles).set({ deletedAt: clock.now() }).where(eq(roles.userId, userId));
    await world.settle();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 5]);
    expect(await world.balance(userId)).toEqual({ basic: 1_000, present: 200 });
    expect(await kindsOf(userId)).toEqual(['gift', 'spend', 'refund']);
    expect(await world.pay(userId, orderId)).toMatchObject({ kind: 'paid' });
    expect(await world.balance(userId)).toEqual({ basic: 1_000, present: 200 });
    await booksAgree();
  });

  test('EPNT-03 C32 · a price that has changed ends the open order, and the new one has the new price', async () => {
    const { db } = world.context;
    const userId = await player(5_000);
    const before = await world.place(world.pointsRequest(userId, 'pass'));
    await db.update(goods).set({ priceMinor: 2_099 }).where(eq(goods.goodsId, 'pass'));
    const stale = world.pointsRequest(userId, 'pass', { quoteMinor: 1_999 });
    expect(await world.create(stale)).toEqual({ kind: 'refused', code: CODE.priceChanged });
    const after = await world.place(world.pointsRequest(userId, 'pass'));
    await db.update(goods).set({ priceMinor: 1_999 }).where(eq(goods.goodsId, 'pass'));
    expect([(await world.orderOf(before)).status, (await world.orderOf(after)).epoints]).toEqual([3, 2_099]);
    expect(await world.pay(userId, before)).toEqual({ kind: 'refused', code: CODE.orderOver });
  });

  test('S14 EPNT-03 · the channel of E Points takes no order for money', async () => {
    const userId = await player(5_000);
    const request = world.requestOf(userId, { channelCode: 'epoint' });
    expect(await world.create(request)).toEqual({ kind: 'refused', code: CODE.channelClosed });
    const forPoints = world.pointsRequest(userId);
    const byCard = { ...forPoints, wish: { ...forPoints.wish, channelCode: 'card' } };
    expect(await world.create(byCard)).toEqual({ kind: 'refused', code: CODE.channelClosed });
  });

  test('ORDR-02 EPNT-03 · forced along its chart, an order for points takes them and gives them back by the books', async () => {
    const { money } = world.ports;
    const userId = await player(1_000, 100);
    const force = async (orderId: string, ...statuses: OrderStatus[]): Promise<string[]> => {
      const outcomes = [];
      for (const status of statuses) outcomes.push((await forceStatus(money, orderId, status)).kind);
      return outcomes;
    };
    const place = () => world.place(world.pointsRequest(userId));
    expect(await force(await place(), 3, 2, 4)).toEqual(['moved', 'refused', 'refused']);
    expect(await force(await place(), 6, 2)).toEqual(['moved', 'refused']);
    expect(await world.balance(userId)).toEqual({ basic: 1_000, present: 100 });
    const kept = await place();
    expect(await force(kept, 2, 4)).toEqual(['moved', 'moved']);
    expect(await world.balance(userId)).toEqual({ basic: 601, present: 0 });
    expect(await force(await place(), 2, 5, 5)).toEqual(['moved', 'moved', 'refused']);
    expect(await force(kept, 5)).toEqual(['moved']);
    expect(await world.balance(userId)).toEqual({ basic: 1_000, present: 100 });
    await changePoints(world.context, userId, { basic: -1_000, present: 0 });
    expect(await force(await place(), 2)).toEqual(['refused']);
    await booksAgree();
  });

  test('EPNT-04 · a tester gives and takes points of accounts there are, never more than there are', async () => {
    const userId = await player(10, 5);
    const change = (basic: number, present: number, who = userId) =>
      changePoints(world.context, who, { basic, present });
    expect(await change(-11, 0)).toBe('insufficient');
    expect(await change(0, -6)).toBe('insufficient');
    expect(await change(1, 1, 'nobody')).toBe('unknown');
    expect(await change(0, 0)).toEqual({ basic: 10, present: 5 });
    expect(await change(-10, 2)).toEqual({ basic: 0, present: 7 });
    expect(await kindsOf(userId)).toEqual(['gift', 'correction']);
  });
});
