import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import { orderHistory } from '../../server/db/schema.ts';
import { expireDueOrders, expireOrder } from '../../server/orders/order-expiry.ts';
import { MoveRefused, moveOrder, statusOf } from '../../server/orders/order-moves.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import { type Money, moneyOf } from '../../server/payments/registry.ts';
import { createMoneyWorld, type MoneyWorld } from '../support/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const PATHS: Record<OrderStatus, readonly OrderStatus[]> = { 1: [], 2: [2], 3: [3], 4: [2, 4], 5: [2, 5], 6: [6] };

const move = (orderId: string, from: OrderStatus, to: OrderStatus): Promise<boolean> =>
  world.context.db.transaction((tx) => moveOrder(tx, { orderId, from, to, reason: 'test', at: new Date() }));

const orderIn = async (status: OrderStatus): Promise<string> => {
  const orderId = await world.buy(await world.addUser());
  let from: OrderStatus = 1;
  for (const to of PATHS[status]) {
    await move(orderId, from, to);
    from = to;
  }
  return orderId;
};

describe('moves', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

  test.each(pairs)(
    'ORDR-02 · %i → %i: the server and the database do what the chart says, with one history row',
    async (from, to) => {
      const orderId = await orderIn(from);
      const before = await world.historyOf(orderId);
      const allowed = isAllowedMove(from, to);
      if (allowed) expect(await move(orderId, from, to)).toBe(true);
      else await expect(move(orderId, from, to)).rejects.toThrow(MoveRefused);
      const after = allowed ? to : from;
      expect(statusOf((await world.orderOf(orderId)).status)).toBe(after);
      expect(await world.historyOf(orderId)).toEqual(allowed ? [...before, to] : before);
    },
  );

  test.each(pairs.filter(([from, to]) => from !== to && !isAllowedMove(from, to)))(
    'ORDR-02 · %i → %i written past the server is refused by the database',
    async (from, to) => {
      const orderId = await orderIn(from);
      await expect(
        world.context.db.execute(sql`update orders set status = ${to} where order_id = ${orderId}`),
      ).rejects.toMatchObject({ cause: { code: '23514' } });
      expect((await world.orderOf(orderId)).status).toBe(from);
    },
  );

  test('ORDR-02 S20 · of two moves from the same status one wins, and the other one is told', async () => {
    const orderId = await orderIn(1);
    const outcomes = await Promise.all([move(orderId, 1, 2), move(orderId, 1, 6), move(orderId, 1, 3)]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await world.historyOf(orderId)).toHaveLength(2);
  });

  test('ORDR-02 · history is append-only', async () => {
    await orderIn(2);
    await expect(world.context.db.delete(orderHistory)).rejects.toMatchObject({ cause: { code: '23514' } });
  });
});

describe('expiry', () => {
  test('RCHG-14 · an unpaid order is overdue at its deadline and not a moment before', async () => {
    const orderId = await world.buy(await world.addUser());
    const { expiresAt } = await world.orderOf(orderId);
    const left = expiresAt.getTime() - world.context.clock.now().getTime();
    expect(left).toBeGreaterThan(299_000);
    expect(left).toBeLessThanOrEqual(300_000);
    world.advance(left - 1);
    await world.work();
    expect((await world.orderOf(orderId)).status).toBe(1);
    world.advance(1);
    await world.work();
    expect((await world.orderOf(orderId)).status).toBe(6);
    expect(await world.historyOf(orderId)).toEqual([1, 6]);
  });

  test('S20 · paid in the last second, its word still on the way: the provider is asked before it is called overdue', async () => {
    const orderId = await world.buy(await world.addUser());
    await world.act(orderId, 'pay');
    world.advance(300_000);
    await expireOrder(world.ports.money, orderId);
    expect(await world.historyOf(orderId)).toEqual([1, 2]);
    await world.settle();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
  });

  test('S20 · a payment in flight keeps the order pending beyond its deadline, and it is asked about again', async () => {
    const orderId = await world.buy(await world.addUser());
    await world.act(orderId, 'never');
    world.advance(300_000);
    await world.work();
    expect((await world.orderOf(orderId)).status).toBe(1);
    world.advance(29_000);
    expect(await expireDueOrders(world.ports.money)).toBe(0);
    await world.act(orderId, 'decline');
    world.advance(1_000);
    expect(await expireDueOrders(world.ports.money)).toBe(1);
    expect((await world.orderOf(orderId)).status).toBe(6);
  });

  test('S20 S25 · a provider that is silent at the deadline decides nothing', async () => {
    const orderId = await world.buy(await world.addUser());
    world.advance(300_000);
    const dead: Money = {
      ...moneyOf(world.context),
      providerOf: (name) => {
        const provider = moneyOf(world.context).providerOf(name);
        return provider && { ...provider, query: () => Promise.reject(new Error('no route to host')) };
      },
    };
    await expireDueOrders(dead);
    expect((await world.orderOf(orderId)).status).toBe(1);
    world.advance(30_000);
    await world.work();
    expect((await world.orderOf(orderId)).status).toBe(6);
  });

  test('S20 · expiry and payment at the same moment: whoever is first, a paid order ends up paid, 100 times', {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < 100; round += 1) {
      const orderId = await world.buy(await world.addUser());
      world.advance(300_000);
      const pay = async (): Promise<void> => {
        await world.act(orderId, 'pay');
        await syncPayment(world.ports.money, orderId);
      };
      const racers = [expireOrder(world.ports.money, orderId), pay()];
      await Promise.all(round % 2 ? racers : racers.reverse());
      expect((await world.orderOf(orderId)).status).toBe(2);
      expect(['1,2', '1,6,2']).toContain((await world.historyOf(orderId)).join());
    }
  });
});
