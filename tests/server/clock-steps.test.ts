import { expect, test } from 'vitest';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const HOUR = 3_600_000;

describeOn('a clock that is set', () => {
  const harness = sharedMoneyHarness();
  const statusOf = async (orderId: string) => (await harness.orderOf(orderId)).status;

  test('back by an hour and forward again: the order keeps its deadline (S21)', async () => {
    const orderId = await harness.buy(await harness.addUser());
    const { expiresAt } = await harness.orderOf(orderId);
    harness.advance(-HOUR);
    await harness.runJobs();
    expect(await harness.orderOf(orderId)).toMatchObject({ status: 'pending', expiresAt });
    harness.advance(HOUR + 299_000);
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('pending');
    harness.advance(1_000);
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('overdue');
  });

  test('forward by an hour and back again: the order expires early, and its payment is still accepted (S21)', async () => {
    const orderId = await harness.buy(await harness.addUser());
    harness.advance(HOUR);
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('overdue');
    harness.advance(-HOUR);
    await harness.act(orderId, 'pay-late');
    await harness.settle();
    expect(await statusOf(orderId)).toBe('delivered');
  });
});
