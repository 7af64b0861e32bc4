import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveries, outbox, roles } from '../../server/db/schema.ts';
import { backOffMs } from '../../server/delivery/back-off.ts';
import { deliverOrder } from '../../server/delivery/delivery.ts';
import type { GameServer } from '../../server/delivery/game-server.ts';
import { claimJobs } from '../../server/delivery/outbox.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import { sandboxGameServer } from '../../server/sandbox/sandbox-game-server.ts';
import { createMoneyWorld, type MoneyWorld } from '../support/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const LINES = [
  { line: 0, name: 'Gems', quantity: 65 },
  { line: 1, name: 'Gems +10%', quantity: 6 },
  { line: 2, name: 'Chest', quantity: 2 },
];

const paid = async (): Promise<string> => {
  const orderId = await world.buy(await world.addUser());
  await world.act(orderId, 'pay');
  await world.work();
  expect(await world.historyOf(orderId)).toEqual([1, 2]);
  return orderId;
};

const broken: GameServer = { deliver: () => Promise.reject(new Error('the game is down')) };

describe('what was paid arrives', () => {
  test('S9 C41 · paid first, delivered when every line has arrived', async () => {
    const orderId = await paid();
    expect(await world.deliveriesOf(orderId)).toEqual([]);
    world.advance(1_499);
    await world.work();
    expect(await world.historyOf(orderId)).toEqual([1, 2]);
    world.advance(1);
    await world.work();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
    expect(await world.deliveriesOf(orderId)).toEqual(LINES);
  });

  test('S9 · status, money and the work to deliver are written together or not at all', async () => {
    const orderId = await world.buy(await world.addUser());
    await world.act(orderId, 'pay');
    const { db } = world.context;
    await db.execute(sql`alter table outbox rename to outbox_away`);
    await expect(syncPayment(world.ports.money, orderId)).rejects.toThrow();
    await db.execute(sql`alter table outbox_away rename to outbox`);
    expect(await world.historyOf(orderId)).toEqual([1]);
    expect(await world.paymentsOf(orderId)).toEqual([]);
    await world.settle();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
  });

  test('S11 · a game that gets everything but loses each acknowledgement once: delivered once', async () => {
    const orderId = await paid();
    const real = sandboxGameServer(world.context.db);
    const lost = new Set<number>();
    const forgetful: GameServer = {
      deliver: async (parcel, at) => {
        const answer = await real.deliver(parcel, at);
        if (lost.has(parcel.line)) return answer;
        lost.add(parcel.line);
        throw new Error('the connection broke');
      },
    };
    for (let round = 0; round < 4; round += 1) {
      world.advance(60_000);
      await world.work({ gameServer: forgetful });
    }
    expect(lost).toEqual(new Set([0, 1, 2]));
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
    expect(await world.deliveriesOf(orderId)).toEqual(LINES);
  });

  test('S11 · a partial delivery is not a delivery', async () => {
    const orderId = await paid();
    const real = sandboxGameServer(world.context.db);
    world.advance(2_000);
    await world.work({
      gameServer: {
        deliver: (parcel, at) => (parcel.line < 2 ? real.deliver(parcel, at) : Promise.reject(new Error('full'))),
      },
    });
    expect(await world.deliveriesOf(orderId)).toEqual(LINES.slice(0, 2));
    expect(await world.historyOf(orderId)).toEqual([1, 2]);
    world.advance(60_000);
    await world.work();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
  });

  test('S11 · the waiting doubles from a second to eight hours', () => {
    expect([1, 2, 3, 4, 15, 16, 17, 99].map(backOffMs)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_384_000, 28_800_000, 28_800_000, 28_800_000,
    ]);
  });

  test('S11 · what a game does not take for 72 hours is refunded, and not a moment before', async () => {
    const orderId = await paid();
    world.advance(72 * 3_600_000 - 1_000);
    await world.work({ gameServer: broken });
    expect(await world.historyOf(orderId)).toEqual([1, 2]);
    world.advance(1_000);
    await world.work({ gameServer: broken });
    expect(await world.historyOf(orderId)).toEqual([1, 2, 5]);
    expect(await world.paymentsOf(orderId)).toEqual([
      { kind: 'capture', amountMinor: 499 },
      { kind: 'refund', amountMinor: 499 },
    ]);
    await world.settle();
    expect(await world.deliveriesOf(orderId)).toEqual([]);
  });

  test('S11 C28 · a role that is gone when the goods come is refunded at once', async () => {
    const orderId = await paid();
    const { userId } = await world.orderOf(orderId);
    const { db, clock } = world.context;
    await db.update(roles).set({ deletedAt: clock.now() }).where(eq(roles.userId, userId));
    await world.settle();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 5]);
    expect(await world.deliveriesOf(orderId)).toEqual([]);
  });
});

describe('workers side by side', () => {
  test('F15 S9 S27 · a claimed job is nobody else’s until its lease ends', async () => {
    const orderId = await paid();
    world.advance(2_000);
    const { db, clock } = world.context;
    const claim = async (): Promise<string[]> =>
      (await claimJobs(db, clock.now(), 10)).filter(({ kind }) => kind === 'deliver').map(({ subject }) => subject);
    expect(await claim()).toEqual([orderId]);
    expect(await claim()).toEqual([]);
    world.advance(3_000);
    expect(await claim()).toEqual([]);
    world.advance(1);
    expect(await claim()).toEqual([orderId]);
    world.advance(3_001);
    await world.work();
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
  });

  test('S9 S11 · five workers and twenty paid orders: each order delivered once', { timeout: 120_000 }, async () => {
    const orderIds: string[] = [];
    for (let at = 0; at < 20; at += 1) orderIds.push(await paid());
    world.advance(2_000);
    await Promise.all(Array.from({ length: 5 }, () => world.work()));
    for (const orderId of orderIds) {
      expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
      expect(await world.deliveriesOf(orderId)).toEqual(LINES);
    }
  });

  test('S9 S11 · one job in two hands at the same time: delivered once, moved once', async () => {
    const orderId = await paid();
    const { db } = world.context;
    const [job] = await db.select().from(outbox).where(eq(outbox.subject, orderId));
    if (!job) throw new Error('no job');
    await Promise.all([1, 2, 3].map(() => deliverOrder(world.context, sandboxGameServer(db), job)));
    expect(await world.historyOf(orderId)).toEqual([1, 2, 4]);
    expect(await db.select().from(deliveries).where(eq(deliveries.orderId, orderId))).toHaveLength(3);
  });
});
