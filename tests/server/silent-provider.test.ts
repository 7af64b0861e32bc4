import { eq, inArray } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startJobWorker } from '../../server/app/workers.ts';
import { orders } from '../../server/db/schema.ts';
import { claimDueOrders } from '../../server/payments/order-expiry.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import type { PaymentServices } from '../../server/payments/registry.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import { applyCashierAction, referenceOf } from '../../server/sandbox/sandbox-payments.ts';
import { startExpiryLoop } from '../../server/workers/expiry-loop.ts';
import { newGate } from '../support/machines/gate.ts';
import { type MoneyHarness, sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const WAIT = { timeout: 60_000, interval: 20 };

describeOn(
  'a payment provider that does not answer',
  () => {
    const server = sharedTestServer({ database: 'postgres', workers: false });
    /** Locks the sandbox provider's books, so that every query waits. */
    let silencer: pg.Client;
    beforeEach(async () => {
      silencer = new pg.Client({ connectionString: server.context.config.databaseUrl ?? '' });
      await silencer.connect();
    });
    afterEach(() => silencer.end());

    const buyer = async () => {
      const player = await server.newPlayer();
      const record = (orderId: string) => server.recordOf(orderId, player.headers);
      const buy = async (at: number): Promise<string> => {
        const role = player.roles[at];
        return (await server.placeOrder(player, { role_id: role?.roleId, server_id: role?.serverId })).orderId;
      };
      return { buy, record };
    };

    const timedOut = (): readonly string[] => server.logLines().filter((line) => line.includes('past its deadline'));

    test('paid orders are delivered and polls respond while checks of due orders wait (F7)', async () => {
      const { context } = server;
      const [waiting, paying] = [await buyer(), await buyer()];
      const due = [await waiting.buy(0), await waiting.buy(1), await waiting.buy(2)];
      const paid = await paying.buy(0);
      await applyCashierAction(context, (await referenceOf(context, paid)) ?? '', 'pay');
      await syncPayment(paymentServices(context), paid);
      server.advance(300_000);
      await silencer.query('begin; lock table sandbox_payments in access exclusive mode');
      const worker = startJobWorker(context);
      await vi.waitFor(async () => {
        const { rows } = await silencer.query(
          "select from pg_locks where relation = 'sandbox_payments'::regclass and not granted",
        );
        expect(rows.length).toBeGreaterThanOrEqual(due.length);
      }, WAIT);
      for (const orderId of due) expect(await waiting.record(orderId)).toMatchObject({ status: 1, pay_url: null });
      await vi.waitFor(async () => expect((await paying.record(paid))?.['status']).toBe(4), WAIT);
      expect(timedOut()).toEqual([]);
      await silencer.query('rollback');
      await vi.waitFor(async () => {
        server.advance(30_000);
        for (const orderId of due) expect((await waiting.record(orderId))?.['status']).toBe(6);
      }, WAIT);
      await worker.stop();
    });
  },
  'postgres',
);

/** The first `waiting` queries of the providers other than the sandbox wait until `silence` opens. `calls` counts the queries. */
const withSilentProvider = (harness: MoneyHarness, waiting = Number.POSITIVE_INFINITY) => {
  const silence = newGate();
  const calls = { now: 0, most: 0, all: [] as string[] };
  const services: PaymentServices = {
    ...harness.ports.services,
    providerOf: (name) => {
      const provider = harness.ports.services.providerOf('sandbox');
      if (!provider || name === 'sandbox') return provider;
      return {
        ...provider,
        query: async (reference) => {
          calls.all.push(reference);
          calls.now += 1;
          calls.most = Math.max(calls.most, calls.now);
          if (calls.all.length <= waiting) await silence.passed;
          calls.now -= 1;
          return provider.query(reference);
        },
      };
    },
  };
  return { services, calls, silence };
};

describe('due orders', () => {
  const harness = sharedMoneyHarness();

  test('ten orders of one provider are checked at the same time; those of another one are settled meanwhile (F7)', async () => {
    const { db } = harness.context;
    const { services, calls, silence } = withSilentProvider(harness);
    const userId = await harness.addUser();
    const buy = async (): Promise<string> => harness.bought();
    const slow = await Promise.all(Array.from({ length: 12 }, buy));
    await db.update(orders).set({ channelCode: 'orphan', provider: 'unknown' }).where(inArray(orders.orderId, slow));
    harness.advance(1_000);
    const quick = [await harness.buy(userId), await buy()];
    harness.advance(301_000);
    const loop = startExpiryLoop(services);
    await vi.waitFor(() => expect(calls.now).toBe(10), WAIT);
    for (const orderId of quick)
      await vi.waitFor(async () => expect((await harness.orderOf(orderId)).status).toBe('overdue'), WAIT);
    expect(await db.$count(orders, eq(orders.status, 'pending'))).toBe(12);
    const late = await buy();
    harness.advance(301_000);
    loop.wake();
    await vi.waitFor(async () => expect((await harness.orderOf(late)).status).toBe('overdue'), WAIT);
    silence.open();
    for (const orderId of slow)
      await vi.waitFor(async () => expect((await harness.orderOf(orderId)).status).toBe('overdue'), WAIT);
    expect(calls.most).toBe(10);
    await loop.stop();
  });

  test('two processes check different orders, twice as many at the same time (F7)', async () => {
    const { db } = harness.context;
    const { services, calls, silence } = withSilentProvider(harness);
    const due = await Promise.all(Array.from({ length: 25 }, async () => harness.bought()));
    await db.update(orders).set({ channelCode: 'orphan', provider: 'unknown' }).where(inArray(orders.orderId, due));
    harness.advance(301_000);
    const loops = [startExpiryLoop(services), startExpiryLoop(services)];
    await vi.waitFor(() => expect(calls.now).toBe(20), WAIT);
    silence.open();
    for (const orderId of due)
      await vi.waitFor(async () => expect((await harness.orderOf(orderId)).status).toBe('overdue'), WAIT);
    expect(new Set(calls.all).size).toBe(25);
    expect(calls.all.length).toBe(25);
    await Promise.all(loops.map((loop) => loop.stop()));
  });

  test('a process that stops gives up the orders that it has just claimed (F7)', async () => {
    const orderId = await harness.bought();
    harness.advance(301_000);
    await startExpiryLoop(harness.ports.services).stop();
    expect((await harness.orderOf(orderId)).status).toBe('pending');
    expect(await claimDueOrders(harness.context, [], 10)).toMatchObject([{ orderId, provider: 'sandbox' }]);
    await harness.runJobsAfter(15_000);
  });

  test('an order that a dead process has claimed is checked by another one after 15 s (F7)', async () => {
    const orderId = await harness.bought();
    harness.advance(301_000);
    const claim = () => claimDueOrders(harness.context, [], 10);
    expect(await claim()).toMatchObject([{ orderId, provider: 'sandbox' }]);
    harness.advance(14_000);
    expect(await claim()).toEqual([]);
    harness.advance(1_000);
    expect(await claim()).toMatchObject([{ orderId, provider: 'sandbox' }]);
  });
});
