import { eq, inArray } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startJobWorker } from '../../server/app/workers.ts';
import { orders } from '../../server/db/schema.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import type { PaymentContext } from '../../server/payments/registry.ts';
import { paymentContext } from '../../server/payments/registry.ts';
import { act, referenceOf } from '../../server/sandbox/sandbox-payments.ts';
import { startExpiryLoop } from '../../server/workers/expiry-loop.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { newGate } from '../support/gate.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/money-harness.ts';
import { describeOn } from '../support/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const WAIT = { timeout: 60_000, interval: 20 };

describeOn(
  'a payment provider that does not answer',
  () => {
    let server: TestServer;
    /** Locks the sandbox provider's books, so that every query waits. */
    let silencer: pg.Client;
    beforeAll(async () => {
      server = await startTestServer({ database: 'postgres', workers: false });
    });
    beforeEach(async () => {
      silencer = new pg.Client({ connectionString: server.context.config.databaseUrl ?? '' });
      await silencer.connect();
    });
    afterEach(() => silencer.end());
    afterAll(() => server.stop());

    const buyer = async () => {
      const player = await server.newPlayer();
      const record = async (orderId: string) => {
        const calls = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: orderId, status: -1 };
        const { body } = await server.call(orderRecord, calls, player.headers);
        const [row] = Array.isArray(body?.['result']) ? body['result'] : [];
        return row;
      };
      const buy = async (at: number): Promise<string> => {
        const role = player.roles[at];
        const selection = {
          role_id: role?.roleId,
          server_id: role?.serverId,
          role_name: role?.roleName,
          server_name: 'Dawn Harbor',
          cp_goods_id: 'lantern.gems.60',
          channel_code: 'card',
        };
        const { body } = await server.call(orderWebCreate, selection, player.headers);
        return String(Reflect.get(Object(body?.['result']), 'sdk_order_id'));
      };
      return { buy, record };
    };

    const timedOut = (): readonly string[] => server.logLines().filter((line) => line.includes('past its deadline'));

    test('F7 · paid orders are delivered and polls respond while checks of due orders wait', async () => {
      const { context } = server;
      const [waiting, paying] = [await buyer(), await buyer()];
      const due = [await waiting.buy(0), await waiting.buy(1), await waiting.buy(2)];
      const paid = await paying.buy(0);
      await act(context, (await referenceOf(context, paid)) ?? '', 'pay');
      await syncPayment(paymentContext(context), paid);
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
      await vi.waitFor(async () => expect((await paying.record(paid)).status).toBe(4), WAIT);
      expect(timedOut()).toEqual([]);
      await silencer.query('rollback');
      await vi.waitFor(async () => {
        server.advance(30_000);
        for (const orderId of due) expect((await waiting.record(orderId)).status).toBe(6);
      }, WAIT);
      await worker.stop();
    });
  },
  'postgres',
);

describe('due orders', () => {
  let harness: MoneyHarness;
  beforeAll(async () => {
    harness = await createMoneyHarness();
  });
  afterAll(() => harness.close());

  test('F7 · eight orders of one provider are checked at a time; another provider’s are settled meanwhile', async () => {
    const { db } = harness.context;
    const silence = newGate();
    const calls = { now: 0, most: 0 };
    const money: PaymentContext = {
      ...harness.ports.money,
      providerOf: (name) => {
        const provider = harness.ports.money.providerOf('sandbox');
        if (!provider || name === 'sandbox') return provider;
        return {
          ...provider,
          query: async (reference) => {
            calls.now += 1;
            calls.most = Math.max(calls.most, calls.now);
            await silence.passed;
            calls.now -= 1;
            return provider.query(reference);
          },
        };
      },
    };
    const userId = await harness.addUser();
    const buy = async (): Promise<string> => harness.buy(await harness.addUser());
    const slow = await Promise.all(Array.from({ length: 12 }, buy));
    await db.update(orders).set({ channelCode: 'orphan', provider: 'unknown' }).where(inArray(orders.orderId, slow));
    harness.advance(1_000);
    const quick = [await harness.buy(userId), await buy()];
    harness.advance(301_000);
    const loop = startExpiryLoop(money);
    await vi.waitFor(() => expect(calls.now).toBe(8), WAIT);
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
    expect(calls.most).toBe(8);
    await loop.stop();
  });
});
