import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { firstPurchases, packagesOnSale } from '../../server/checkout/point-packages.ts';
import { epointItems, goods, idempotencyKeys } from '../../server/db/schema.ts';
import { payWithPoints } from '../../server/ledger/point-payment.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { forceStatus } from '../../server/sandbox/force-status.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { recorded, sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const KEY = '0b6f5c1e-8f8b-4a57-9d7e-2f3d7a3c0001';

describeOn('orders of E Points and for E Points', () => {
  const harness = sharedMoneyHarness();

  const refund = async (orderId: string) =>
    expect(await forceStatus(harness.ports.services, orderId, 'refunded')).toMatchObject({ status: 'refunded' });
  const kindsOf = async (userId: string) => (await harness.ledgerOf(userId)).map(({ kind }) => kind);
  const booksAgree = async () => expect((await auditMoney(harness.context.db)).wrong).toEqual([]);

  test('the payment page names everything that the order delivers (S9)', async () => {
    const item = {
      goodsId: 'gems.3280',
      gameId: 'game-1',
      name: '3,280 Gems',
      names: {},
      position: 2,
      priceMinor: 499,
    };
    const unit = { name: 'Gems', names: {} };
    await harness.context.db.insert(goods).values({ ...item, unit, quantity: 3_280, rebatePercent: 15 });
    const orderId = await harness.buy(await harness.addUser(), { goodsId: item.goodsId });
    expect((await harness.booksOf(orderId))?.description).toBe('3,772 Gems · Emberfall');
  });

  test('a paid package is credited once, with bonus and rebate separate from the basic points (CALL-19, EPNT-03, S9)', async () => {
    const userId = await harness.addUser();
    const orderId = await harness.order(harness.packageRequest(userId, 'p500', { quoteMinor: 499, promised: 575 }));
    expect(await harness.orderOf(orderId)).toMatchObject({
      orderType: 'epoint',
      amountMinor: 499,
      creditBasic: 500,
      creditPresent: 75,
      rebateKind: 'standing',
      serverId: '',
      roleId: '',
      contents: [
        { name: 'E\u00a0Points', quantity: 500 },
        { name: 'Bonus E\u00a0Points', quantity: 75 },
      ],
    });
    expect((await harness.booksOf(orderId))?.description).toBe('575 E Points');
    await harness.act(orderId, 'pay-twice');
    await harness.runJobs();
    expect(await harness.balance(userId)).toEqual({ basic: 0, present: 0 });
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
    expect(await harness.balance(userId)).toEqual({ basic: 500, present: 75 });
    expect(await harness.deliveriesOf(orderId)).toEqual([]);
    expect(await harness.paymentsOf(orderId)).toMatchObject([
      { kind: 'capture' },
      { kind: 'capture' },
      { kind: 'refund' },
    ]);
    await booksAgree();
  });

  test('a package without a bonus has one line, and no order of E Points names a game, a server or a role (EPNT-03)', async () => {
    const orderId = await harness.order(harness.packageRequest(await harness.addUser(), 'p100'));
    const order = await harness.orderOf(orderId);
    expect(order.contents.map(({ quantity }) => quantity)).toEqual([100]);
    const { gameId, gameName, serverId, serverName, roleId, roleName } = order;
    expect([gameId, gameName, serverId, serverName, roleId, roleName].join('')).toBe('');
  });

  test.each([
    ['a package that is not sold any more', 'p-withdrawn', {}, CODE.itemGone],
    ['an item of a game', 'gems', {}, CODE.itemGone],
    ['a closed channel', 'p100', { channelCode: 'closed' }, CODE.channelClosed],
    ['E Points for E Points', 'p100', { channelCode: 'epoint' }, CODE.channelClosed],
  ])('%s: no order is created, and the key can be reused (EPNT-03, S16)', async (_, itemId, more, code) => {
    const userId = await harness.addUser(5_000);
    const request = harness.packageRequest(userId, itemId, { ...more, key: KEY });
    expect(await harness.create(request)).toEqual({ kind: 'refused', code });
    expect(await harness.ordersOf(userId)).toEqual([]);
    const { db } = harness.context;
    expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))).toEqual([]);
  });

  test('a first-purchase rebate is earned once, and again if that purchase is refunded (EPNT-02)', async () => {
    const { db } = harness.context;
    const userId = await harness.addUser();
    const first = await harness.order(harness.packageRequest(userId, 'p1000', { promised: 1_580 }));
    expect(await firstPurchases(db, userId)).toEqual(new Set());
    await harness.act(first, 'pay');
    await harness.settle();
    expect(await firstPurchases(db, userId)).toEqual(new Set(['p1000']));
    const second = await harness.order(harness.packageRequest(userId, 'p1000', { promised: 1_080 }));
    expect(await harness.orderOf(second)).toMatchObject({ creditPresent: 80, rebateKind: null });
    await refund(first);
    expect(await firstPurchases(db, userId)).toEqual(new Set());
  });

  test('one open order reserves it: an order through another channel ends the earlier one first, even in parallel (EPNT-02)', async () => {
    const userId = await harness.addUser();
    const byCard = await harness.order(harness.packageRequest(userId, 'p1000'));
    const byWallet = await harness.order(harness.packageRequest(userId, 'p1000', { channelCode: 'wallet' }));
    expect((await harness.orderOf(byCard)).status).toBe('failed');
    expect(await harness.orderOf(byWallet)).toMatchObject({ status: 'pending', rebateKind: 'first' });
    const rival = await harness.addUser();
    const both = ['card', 'wallet'].map((channelCode) =>
      harness.create(harness.packageRequest(rival, 'p1000', { channelCode })),
    );
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['order', 'order']);
    const open = (await harness.ordersOf(rival)).filter(({ status }) => status === 'pending');
    expect(open.map(({ rebateKind }) => rebateKind)).toEqual(['first']);
  });

  test('an open order with other terms is ended, and an expired rebate earns nothing (EPNT-02)', async () => {
    const { db } = harness.context;
    const userId = await harness.addUser();
    const before = await harness.order(harness.packageRequest(userId, 'p500'));
    await db.update(epointItems).set({ present: 30 }).where(eq(epointItems.itemId, 'p500'));
    const after = await harness.order(harness.packageRequest(userId, 'p500'));
    expect([(await harness.orderOf(before)).status, (await harness.orderOf(after)).creditPresent]).toEqual([
      'failed',
      80,
    ]);
    await db.update(epointItems).set({ present: 25 }).where(eq(epointItems.itemId, 'p500'));
    harness.advance(86_400_000);
    const late = await harness.order(harness.packageRequest(userId, 'p500'));
    expect(await harness.orderOf(late)).toMatchObject({ creditPresent: 25, rebateKind: null });
    harness.advance(-86_400_000);
  });

  test('a refunded package loses its points; points already spent are booked as lost, never as a debt (EPNT-03, S17)', async () => {
    const userId = await harness.addUser();
    const orderId = await harness.delivered(harness.packageRequest(userId, 'p500'));
    await harness.spent(userId);
    expect(await harness.balance(userId)).toEqual({ basic: 76, present: 0 });
    await refund(orderId);
    await harness.settle();
    expect((await harness.orderOf(orderId)).status).toBe('refunded');
    expect(await harness.balance(userId)).toEqual({ basic: 0, present: 0 });
    expect(await kindsOf(userId)).toEqual(['purchase', 'spend', 'reversal']);
    await booksAgree();
  });

  test('points that were spent before their purchase was reversed are taken back when the order returns them (EPNT-03, S17)', async () => {
    const userId = await harness.addUser();
    const orderId = await harness.delivered(harness.packageRequest(userId, 'p500'));
    await harness.grant(userId, 50);
    const spent = await harness.spent(userId);
    await refund(orderId);
    expect(await harness.balance(userId)).toEqual({ basic: 0, present: 0 });
    await refund(spent);
    expect(await kindsOf(userId)).toEqual(['purchase', 'gift', 'spend', 'reversal', 'refund', 'correction']);
    expect(await harness.balance(userId)).toEqual({ basic: 50, present: 0 });
    const next = await harness.order(harness.pointsRequest(userId, 'gems'));
    expect((await harness.pay(userId, next)).kind).toBe('refused');
    await booksAgree();
  });

  test('fifty parallel requests to pay one order charge it once (EPNT-03, C1)', async () => {
    const userId = await harness.addUser(5_000);
    const orderId = await harness.order(harness.pointsRequest(userId));
    const responses = await Promise.all(Array.from({ length: 50 }, () => harness.pay(userId, orderId)));
    expect(new Set(responses.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await harness.balance(userId)).toEqual({ basic: 4_501, present: 0 });
  });

  test('metrics count a paid order once, also as paid with E Points, and each refused call (EPNT-03)', async () => {
    const countedBy = async (userId: string, orderId: string): Promise<readonly string[]> => {
      const { context, counted } = recorded(harness.context);
      await payWithPoints(context, userId, orderId);
      return counted;
    };
    const userId = await harness.addUser(499);
    const orderId = await harness.order(harness.pointsRequest(userId));
    expect((await countedBy(userId, orderId)).toSorted()).toEqual(['orders_paid', 'points_paid']);
    expect(await countedBy(userId, orderId)).toEqual([]);
    expect(await countedBy(userId, 'no-such-order')).toEqual(['points_refused']);
    expect(await harness.reasonsOf(orderId)).toContain('paid with E Points');
  });

  test('packages on sale are sorted by position (EPNT-02)', async () => {
    const { db } = harness.context;
    const placed = [3, 1, 2].map((position, at) => ({ position, itemId: ['p100', 'p500', 'p1000'][at] ?? '' }));
    for (const { position, itemId } of placed)
      await db.update(epointItems).set({ position }).where(eq(epointItems.itemId, itemId));
    expect((await packagesOnSale(db)).map(({ itemId }) => itemId)).toEqual(['p500', 'p1000', 'p100']);
    await db.update(epointItems).set({ position: 1 });
  });

  test('an expired order cannot be paid, neither at its deadline nor after the sweep (EPNT-03, S20)', async () => {
    const userId = await harness.addUser(1_000);
    const orderId = await harness.order(harness.pointsRequest(userId));
    const { expiresAt } = await harness.orderOf(orderId);
    harness.advance(expiresAt.getTime() - harness.context.clock.now().getTime());
    expect(await harness.pay(userId, orderId)).toEqual({ kind: 'refused', code: CODE.orderOver });
    await harness.runJobsAfter(1_000);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'overdue']);
    expect(await harness.pay(userId, orderId)).toEqual({ kind: 'refused', code: CODE.orderOver });
    expect(await harness.balance(userId)).toEqual({ basic: 1_000, present: 0 });
    expect(await harness.order(harness.pointsRequest(userId))).not.toBe(orderId);
  });

  test('another player’s order, one for money and one that does not exist get the same response (S18)', async () => {
    const [mine, theirs] = [await harness.addUser(1_000), await harness.addUser(1_000)];
    const orders = [await harness.order(harness.pointsRequest(theirs)), await harness.buy(mine), 'no-such-order'];
    for (const orderId of orders)
      expect(await harness.pay(mine, orderId)).toEqual({ kind: 'refused', code: CODE.orderNumberWrong });
    expect(await harness.balance(theirs)).toEqual({ basic: 1_000, present: 0 });
  });

  test('the E Points channel accepts no order for money (S14, EPNT-03)', async () => {
    const userId = await harness.addUser(5_000);
    const request = harness.requestOf(userId, { channelCode: 'epoint' });
    expect(await harness.create(request)).toEqual({ kind: 'refused', code: CODE.channelClosed });
    const forPoints = harness.pointsRequest(userId);
    const byCard = { ...forPoints, selection: { ...forPoints.selection, channelCode: 'card' } };
    expect(await harness.create(byCard)).toEqual({ kind: 'refused', code: CODE.channelClosed });
  });
});
