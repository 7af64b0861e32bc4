import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import { orders } from '../../server/db/schema.ts';
import { moveOrder } from '../../server/orders/order-moves.ts';
import { settleDueOrder } from '../../server/payments/order-expiry.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';

/** The statuses of the shortest path from pending to `status`, without pending. */
const pathTo = (status: OrderStatus): readonly OrderStatus[] => {
  let paths: readonly (readonly OrderStatus[])[] = [[]];
  for (const _ of ORDER_STATUSES) {
    const found = paths.find((path) => (path.at(-1) ?? 'pending') === status);
    if (found) return found;
    paths = paths.flatMap((path) =>
      ORDER_STATUSES.filter((next) => isAllowedMove(path.at(-1) ?? 'pending', next)).map((next) => [...path, next]),
    );
  }
  throw new Error(`the chart has no path to ${status}`);
};

const harness = sharedMoneyHarness();

const move = (orderId: string, from: OrderStatus, to: OrderStatus): Promise<boolean> =>
  harness.context.db.transaction((tx) => moveOrder(tx, { orderId, from, to, reason: 'test', at: new Date() }));

const orderIn = async (status: OrderStatus): Promise<string> => {
  const orderId = await harness.bought();
  let from: OrderStatus = 'pending';
  for (const to of pathTo(status)) {
    await move(orderId, from, to);
    from = to;
  }
  return orderId;
};

describe('moves', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

  test.each(pairs)('%s → %s: server and database follow the chart with one history row (ORDR-02)', async (from, to) => {
    const orderId = await orderIn(from);
    const before = await harness.historyOf(orderId);
    const allowed = isAllowedMove(from, to);
    if (allowed) expect(await move(orderId, from, to)).toBe(true);
    else await expect(move(orderId, from, to)).rejects.toThrow(`an order cannot move from ${from} to ${to}`);
    const byHand = () => harness.context.db.update(orders).set({ status: to }).where(eq(orders.orderId, orderId));
    if (!allowed && from !== to) await expect(byHand()).rejects.toMatchObject({ cause: { constraint: 'orders_move' } });
    const after = allowed ? to : from;
    expect((await harness.orderOf(orderId)).status).toBe(after);
    expect(await harness.historyOf(orderId)).toEqual(allowed ? [...before, to] : before);
  });

  test('of two moves from the same status one wins, and the other is refused (ORDR-02, S20)', async () => {
    const orderId = await orderIn('pending');
    const targets = ['paid', 'overdue', 'failed'] as const;
    const outcomes = await Promise.all(targets.map((to) => move(orderId, 'pending', to)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await harness.historyOf(orderId)).toHaveLength(2);
  });
});

describe('expiry', () => {
  test('an unpaid order is overdue at its deadline, not before (RCHG-14)', async () => {
    const orderId = await harness.bought();
    const { expiresAt } = await harness.orderOf(orderId);
    const left = expiresAt.getTime() - harness.context.clock.now().getTime();
    expect(left).toBeGreaterThan(299_000);
    expect(left).toBeLessThanOrEqual(300_000);
    await harness.runJobsAfter(left - 1);
    expect((await harness.orderOf(orderId)).status).toBe('pending');
    await harness.runJobsAfter(1);
    expect((await harness.orderOf(orderId)).status).toBe('overdue');
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'overdue']);
  });

  test('expiry and payment at the same moment: in either order a paid order ends up paid, 100 times (S20)', async () => {
    for (let round = 0; round < 100; round += 1) {
      const orderId = await harness.bought();
      harness.advance(300_000);
      const pay = async (): Promise<void> => {
        await harness.act(orderId, 'pay');
        await syncPayment(harness.ports.services, orderId);
      };
      const racers = [settleDueOrder(harness.ports.services, orderId), pay()];
      await Promise.all(round % 2 ? racers : racers.reverse());
      expect((await harness.orderOf(orderId)).status).toBe('paid');
      expect(['pending,paid', 'pending,overdue,paid']).toContain((await harness.historyOf(orderId)).join());
    }
  });
});
