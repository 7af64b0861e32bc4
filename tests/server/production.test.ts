import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PORTS } from '../../server/app/ports.ts';
import { createJobWorker, workerPorts } from '../../server/app/workers.ts';
import { createOrder } from '../../server/checkout/order-creation.ts';
import { channels, deliveries } from '../../server/db/schema.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import type { PaymentReport } from '../../server/ports/payment-provider.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { runDueJobs } from '../support/server/due-work.ts';
import { startTestGameServer, type TestGameServer } from '../support/server/game-server.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/server/money-harness.ts';
import { aProvider } from '../support/server/payment-provider.ts';
import { configOf, PRODUCTION } from '../support/server/test-config.ts';
import { describeOn } from '../support/server/test-database.ts';

/** A provider whose books are in memory: anyone who knows the order can pay it. */
const createAcme = () => {
  const books = new Map<string, PaymentReport>();
  const provider = aProvider({
    createSession: async ({ orderId, amountMinor }) => {
      const reference = `acme-${orderId}`;
      books.set(reference, { orderId, state: 'open', captures: [], refunded: [] });
      const payUrl = `https://pay.acme.example/${reference}?amount=${amountMinor}`;
      return { reference, payment: { kind: 'redirect', payUrl } };
    },
    query: async (reference) => {
      const report = books.get(reference);
      if (!report) throw new Error('no such session');
      return report;
    },
  });
  return {
    provider,
    pay: (orderId: string, amountMinor: number): void => {
      const captures = [{ captureId: `capture-${orderId}`, amountMinor, currency: 'USD' }];
      books.set(`acme-${orderId}`, { orderId, state: 'paid', captures, refunded: [] });
    },
  };
};

describeOn('a server without SANDBOX=1', () => {
  let harness: MoneyHarness;
  let game: TestGameServer;
  let context: AppContext;
  const acme = createAcme();
  const providers = { ...PORTS.providers, acme: { make: () => acme.provider, sandboxOnly: false } };
  beforeAll(async () => {
    harness = await createMoneyHarness();
    game = await startTestGameServer(PRODUCTION.GAME_SERVER_SECRET, () => harness.context.clock.now().getTime());
    context = {
      ...harness.context,
      config: configOf({ ...PRODUCTION, GAME_SERVER_URL: game.url }),
      ports: { ...harness.context.ports, providers },
    };
    await context.db.insert(channels).values({ channelCode: 'acme', name: 'Acme Pay', provider: 'acme', priority: 9 });
  });
  afterAll(async () => {
    await game.close();
    await harness.close();
  });

  const runJobs = () => runDueJobs(createJobWorker(workerPorts(context)));
  const inSandbox = (orderId: string) => context.db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
  const namesOf = (orderId: string) => game.linesOf(orderId).map(({ line, name, quantity }) => [line, name, quantity]);

  test('items paid with E Points are delivered to the game, not to the sandbox (F8)', async () => {
    const userId = await harness.addUser(1_000);
    const orderId = await harness.spent(userId);
    harness.advance(2_000);
    await runJobs();
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
    expect(namesOf(orderId)).toEqual([
      [0, 'Gems', 65],
      [1, 'Gems (+10%)', 6],
      [2, 'Chest', 2],
    ]);
    expect(game.linesOf(orderId)[0]).toMatchObject({
      uid: `ga-${userId}`,
      role_id: `role-${userId}`,
      goods_id: 'gems',
    });
    expect(await inSandbox(orderId)).toEqual([]);
  });

  test('the publisher’s provider handles payments; the sandbox provider does not exist (F8)', async () => {
    const userId = await harness.addUser();
    const services = paymentServices(context);
    expect(services.providerOf('sandbox')).toBeNull();
    const creation = await createOrder(services, harness.requestOf(userId, { channelCode: 'acme' }));
    if (creation.kind !== 'order') throw new Error(`refused: ${creation.code}`);
    const { orderId, payment } = creation;
    expect(payment).toEqual({
      kind: 'redirect',
      payUrl: expect.stringMatching(/^https:\/\/pay\.acme\.example\//),
    });
    acme.pay(orderId, 499);
    await syncPayment(services, orderId);
    await runJobs();
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
    expect(game.linesOf(orderId)).toHaveLength(3);
    expect(await inSandbox(orderId)).toEqual([]);
    const played = await createOrder(services, harness.requestOf(userId, { channelCode: 'card' }));
    expect(played.kind).toBe('refused');
  });
});
