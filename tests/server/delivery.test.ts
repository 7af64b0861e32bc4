import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { roles } from '../../server/db/schema.ts';
import { backOffMs } from '../../server/outbox/outbox.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import type { GameServer } from '../../server/ports/game-server.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';

const harness = sharedMoneyHarness();

const LINES = [
  { line: 0, name: 'Gems', quantity: 65 },
  { line: 1, name: 'Gems (+10%)', quantity: 6 },
  { line: 2, name: 'Chest', quantity: 2 },
];

const paid = async (): Promise<string> => {
  const orderId = await harness.paid();
  expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
  return orderId;
};

const broken: GameServer = { deliver: () => Promise.reject(new Error('the game is down')) };

test('an order is paid first, and delivered when every line has arrived (S9, C41)', async () => {
  const orderId = await paid();
  expect(await harness.deliveriesOf(orderId)).toEqual([]);
  await harness.runJobsAfter(1_499);
  expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
  await harness.runJobsAfter(1);
  expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
  expect(await harness.deliveriesOf(orderId)).toEqual(LINES);
});

test('status, payment and delivery job are written in one transaction (S9)', async () => {
  const orderId = await harness.bought('pay');
  const { db } = harness.context;
  await db.execute(sql`alter table outbox rename to outbox_away`);
  await expect(syncPayment(harness.ports.services, orderId)).rejects.toThrow();
  await db.execute(sql`alter table outbox_away rename to outbox`);
  expect(await harness.historyOf(orderId)).toEqual(['pending']);
  expect(await harness.paymentsOf(orderId)).toEqual([]);
  expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
});

test('the delay doubles from a second to eight hours (S11)', () => {
  expect([1, 2, 3, 4, 15, 16, 17, 99].map(backOffMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_384_000, 28_800_000, 28_800_000, 28_800_000,
  ]);
});

test('an order that is not delivered for 72 hours is refunded, not before (S11)', async () => {
  const orderId = await paid();
  await harness.runJobsAfter(72 * 3_600_000 - 1_000, { gameServer: broken });
  expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
  await harness.runJobsAfter(1_000, { gameServer: broken });
  expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
  expect(await harness.paymentsOf(orderId)).toEqual([
    { kind: 'capture', amountMinor: 499 },
    { kind: 'refund', amountMinor: 499 },
  ]);
  await harness.settle();
  expect(await harness.deliveriesOf(orderId)).toEqual([]);
});

test('an order whose role is gone at delivery is refunded immediately (S11, C28)', async () => {
  const orderId = await paid();
  const { userId } = await harness.orderOf(orderId);
  const { db, clock } = harness.context;
  await db.update(roles).set({ deletedAt: clock.now() }).where(eq(roles.userId, userId));
  expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
  expect(await harness.deliveriesOf(orderId)).toEqual([]);
});
