import { beforeEach, expect, test, vi } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { announceChecked, readAfterCheck, waitUntilChecked } from '../../server/orders/order-settlement.ts';
import { onWake } from '../../server/outbox/outbox.ts';
import { settleDueOrder } from '../../server/payments/order-expiry.ts';
import { until } from '../support/machines/until.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

describeOn('reading an order at its deadline', () => {
  const harness = sharedMoneyHarness();
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  /** Reads the order; `atWake` runs when the worker is woken. */
  const statusesOf = async (orderId: string, atWake: () => void): Promise<OrderStatus[]> => {
    const unsubscribe = onWake(harness.context.db, atWake);
    try {
      const read = async () => [await harness.orderOf(orderId)];
      const found = await readAfterCheck(harness.context, await read(), (all) => all, read);
      return found.map(({ status }) => status);
    } finally {
      unsubscribe();
    }
  };

  test('the worker is woken, and what it settles immediately is in the same response (F7)', async () => {
    const orderId = await harness.bought();
    harness.advance(300_000);
    expect(await statusesOf(orderId, () => void settleDueOrder(harness.ports.services, orderId))).toEqual(['overdue']);
  });

  test('without a response from the provider the order is returned as it is after a moment (F7)', async () => {
    const orderId = await harness.bought();
    harness.advance(300_000);
    const woken = vi.fn();
    const reading = statusesOf(orderId, woken);
    await until(() => expect(woken).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(300);
    expect(await reading).toEqual(['pending']);
  });

  test('an order before its deadline, and one checked a moment ago, are read immediately (F7)', async () => {
    const orderId = await harness.bought();
    const woken = vi.fn();
    expect(await statusesOf(orderId, woken)).toEqual(['pending']);
    await harness.act(orderId, 'never');
    harness.advance(300_000);
    await settleDueOrder(harness.ports.services, orderId);
    expect(await statusesOf(orderId, woken)).toEqual(['pending']);
    expect(woken).not.toHaveBeenCalled();
  });

  test('several orders are awaited together, and other orders do not count (F7)', async () => {
    const { db } = harness.context;
    const done = vi.fn();
    const waiting = waitUntilChecked(db, ['a', 'b'], 300).then(done);
    announceChecked(db, 'a');
    announceChecked(db, 'c');
    await Promise.resolve();
    expect(done).not.toHaveBeenCalled();
    announceChecked(db, 'b');
    await waiting;
    expect([done.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
