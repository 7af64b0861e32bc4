import { expect, test } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { orders } from '../../server/db/schema.ts';
import { readLedgerPage } from '../../server/ledger/ledger-pages.ts';
import { refundPoints, spendPoints } from '../../server/ledger/point-payment.ts';
import { creditPurchase, reversePurchase, withdrawFirstRebate } from '../../server/ledger/point-purchase.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

type Order = typeof orders.$inferSelect;

describeOn('guards of the ledger', () => {
  const harness = sharedMoneyHarness();

  const refund = (order: Order) =>
    harness.context.db.transaction((tx) => refundPoints(tx, order, 'a test', harness.context.clock.now()));
  const credit = (order: Order) =>
    harness.context.db.transaction((tx) => creditPurchase(tx, order, harness.context.clock.now()));
  const withdraw = (order: Order) => harness.context.db.transaction((tx) => withdrawFirstRebate(tx, order));

  test('points are refunded once, even if a second refund has read the order before the first (EPNT-03, S17)', async () => {
    const userId = await harness.addUser(400, 100);
    const orderId = await harness.spent(userId);
    const paid = await harness.orderOf(orderId);
    expect([await refund(paid), await refund(paid)]).toEqual([true, false]);
    expect(await harness.pay(userId, orderId)).toMatchObject({ kind: 'paid' });
    expect(await harness.balance(userId)).toEqual({ basic: 400, present: 100 });
    expect((await harness.ledgerOf(userId)).map(({ kind }) => kind)).toEqual(['gift', 'spend', 'refund']);
  });

  test('an order that was paid with money gives no points back and keeps its status (EPNT-03, S17)', async () => {
    const userId = await harness.addUser();
    const orderId = await harness.paid(harness.requestOf(userId));
    await expect(refund(await harness.orderOf(orderId))).rejects.toThrow('there is no spend transaction');
    expect((await harness.orderOf(orderId)).status).toBe('paid');
    expect(await harness.balance(userId)).toEqual({ basic: 0, present: 0 });
  });

  test('an order that buys no E Points credits none (EPNT-03, S17)', async () => {
    const userId = await harness.addUser();
    const order = await harness.orderOf(await harness.buy(userId));
    const incomplete: readonly Partial<Order>[] = [{}, { creditBasic: 5 }, { creditPresent: 5 }];
    for (const points of incomplete) await expect(credit({ ...order, ...points })).rejects.toThrow('buys no E Points');
    expect(await harness.ledgerOf(userId)).toEqual([]);
  });

  test('an order deducts its stated E Points, not its price in money (EPNT-03, S17)', async () => {
    const { db, clock } = harness.context;
    const userId = await harness.addUser(500);
    const order = await harness.orderOf(await harness.order(harness.pointsRequest(userId)));
    await db.transaction((tx) => spendPoints(tx, { ...order, epoints: 300 }, clock.now()));
    expect(await harness.balance(userId)).toEqual({ basic: 200, present: 0 });
  });

  test('refunding a purchase that was never credited deducts nothing (EPNT-03, S17)', async () => {
    const { db, clock } = harness.context;
    const userId = await harness.addUser(500);
    const order = await harness.orderOf(await harness.order(harness.packageRequest(userId, 'p100')));
    const taken = await db.transaction((tx) => reversePurchase(tx, order, clock.now()));
    expect(taken).toEqual({ basic: 0, present: 0 });
    expect(await harness.balance(userId)).toEqual({ basic: 500, present: 0 });
  });

  test('an entry of a purchase has the name of its package in every language (CALL-23, EPNT-07)', async () => {
    const userId = await harness.addUser();
    await harness.delivered(harness.packageRequest(userId, 'p100'));
    const filter = { userId, type: 'all', since: null, before: null } as const;
    const [entry] = await readLedgerPage(harness.context.db, filter, { page: 1, size: 10 });
    expect(entry).toMatchObject({ name: '100 E Points', names: { 'de-DE': 'Paket' } });
  });

  test('an open order reserves a first-purchase rebate against an expired one, not against another open one (EPNT-02)', async () => {
    const userId = await harness.addUser();
    const open = await harness.orderOf(await harness.order(harness.packageRequest(userId, 'p1000')));
    const withStatus = (status: OrderStatus) => withdraw({ ...open, orderId: 'another order', status });
    expect(await withStatus('pending')).toBeNull();
    expect(await withStatus('overdue')).toContain(open.orderId);
    expect(await withdraw(open)).toBeNull();
  });

  test('only a first-purchase rebate is withdrawn (EPNT-02)', async () => {
    const userId = await harness.addUser();
    const open = await harness.orderOf(await harness.order(harness.packageRequest(userId, 'p1000')));
    const late: Order = { ...open, orderId: 'another order', status: 'overdue' };
    expect(await withdraw(late)).toContain('the first-purchase rebate of 500 points');
    const others: readonly Partial<Order>[] = [
      { rebateKind: 'standing' },
      { rebateKind: null },
      { rebatePoints: null },
      { creditBasic: null },
      { creditPresent: null },
    ];
    for (const other of others) expect(await withdraw({ ...late, ...other })).toBeNull();
  });
});
