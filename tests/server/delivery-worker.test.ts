import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { redirectUrl } from '../../machines/order/order.purchase.ts';
import { startJobWorker } from '../../server/app/workers.ts';
import { createOrder } from '../../server/checkout/order-creation.ts';
import { itemOffer } from '../../server/checkout/order-rules.ts';
import { goods, outbox, sandboxPayments } from '../../server/db/schema.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import { applyCashierAction } from '../../server/sandbox/sandbox-payments.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const WAIT = { timeout: 60_000, interval: 20 };

const buy = async () => {
  const player = await server.newPlayer();
  const { context } = server;
  const [role] = player.roles;
  const [item] = await context.db.select().from(goods).where(eq(goods.gameId, 'lantern-isles'));
  if (!role || !item) throw new Error('the seed has neither role nor goods');
  const creation = await createOrder(paymentServices(context), {
    userId: player.userId,
    uid: player.gameAccountId,
    clientId: 'test',
    traceId: null,
    path: '/api/order/webCreate',
    key: null,
    quoteMinor: null,
    selection: { roleId: role.roleId, serverId: role.serverId, goodsId: item.goodsId, channelCode: 'card' },
    readOffer: itemOffer,
  });
  if (creation.kind !== 'order') throw new Error(`refused: ${creation.code}`);
  const { orderId, payment } = creation;
  const record = async () => {
    const query = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: orderId, status: -1 };
    const { body } = await server.call(orderRecord, query, player.headers);
    return Array.isArray(body?.['result']) ? body['result'][0] : null;
  };
  return { orderId, reference: (payment && redirectUrl({ payment }))?.split('/').at(-1) ?? '', record };
};

const leased = () => server.context.db.select().from(outbox).where(isNotNull(outbox.leasedUntil));

test('on a running server a payment becomes paid, then delivered, without any poll (S7, S9, ORDR-01)', async () => {
  server = await startTestServer({ clockRuns: true });
  const { reference, record } = await buy();
  await applyCashierAction(server.context, reference, 'pay');
  const history = await vi.waitFor(async () => {
    const row = await record();
    expect(row?.status).toBe(4);
    return row.history;
  }, WAIT);
  expect(history.map(({ status }: { status: number }) => status)).toEqual([1, 2, 4]);
  await vi.waitFor(async () => expect(await leased()).toEqual([]), WAIT);
});

test('a stopped worker leaves nothing running, and the next one continues (S27)', async () => {
  server = await startTestServer({ workers: false, clockRuns: true });
  const { context } = server;
  const { orderId, reference, record } = await buy();
  for (let round = 0; round < 5; round += 1) {
    const worker = startJobWorker(context);
    if (round === 0) await applyCashierAction(context, reference, 'pay');
    await worker.stop();
    expect(await leased()).toEqual([]);
  }
  const last = startJobWorker(context);
  await vi.waitFor(async () => expect((await record())?.status).toBe(4), WAIT);
  await last.stop();
  const [books] = await context.db.select().from(sandboxPayments).where(eq(sandboxPayments.orderId, orderId));
  expect(books?.captures).toBe(1);
});

test('a worker on an embedded database takes over the jobs of a dead one without waiting for their leases (S9)', async () => {
  server = await startTestServer({ workers: false, clockRuns: true, database: 'pglite' });
  const { context } = server;
  const { reference, record } = await buy();
  await applyCashierAction(context, reference, 'pay');
  await context.db.update(outbox).set({ leasedUntil: new Date(Date.now() + 3_600_000), tries: 1 });
  const worker = startJobWorker(context);
  await vi.waitFor(async () => expect((await record())?.status).toBe(4), WAIT);
  await worker.stop();
});
