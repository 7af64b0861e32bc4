import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import { createApp } from '../../server/app/app.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import { MIDDLEWARE, ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { orderRecord, orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { userWebRole } from '../../src/contract/user.contract.ts';
import { settleDueOrders } from '../support/server/due-work.ts';
import { configOf, PRODUCTION } from '../support/server/test-config.ts';
import { type Answer, sharedTestServer, type TestServer } from '../support/server/test-server.ts';

const server = sharedTestServer({ workers: false, clockRuns: true });
let anyone: Player;
beforeAll(async () => {
  anyone = await server.newPlayer();
});

type Player = Awaited<ReturnType<TestServer['newPlayer']>>;

/** The same player in another browser. */
const newBrowser = (): Player => ({ ...anyone, headers: { ...anyone.headers, 'client-id': randomUUID() } });

const send = (path: string, body: unknown): Promise<Answer> => server.post(path, body);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const resultOf = ({ body }: Answer): Record<string, unknown> => {
  const result = body?.['result'];
  if (!isRecord(result)) throw new Error(JSON.stringify(body));
  return result;
};
const rowsOf = ({ body }: Answer): Record<string, unknown>[] => {
  const rows = body?.['result'];
  if (!Array.isArray(rows)) throw new Error(JSON.stringify(body));
  return rows.filter(isRecord);
};

const create = (player: Player, headers?: Record<string, string>) => server.placeOrder(player, {}, headers);

const newOrder = async (player: Player): Promise<string> => (await create(player)).orderId;

const record = (player: Player, orderId: string) => server.recordOf(orderId, player.headers);

test.each([
  ['idempotency-key', 'short'],
  ['idempotency-key', 'x'.repeat(65)],
  ['idempotency-key', 'with a space in it'],
  ['x-quote', '4.99'],
  ['x-quote', '-1'],
  ['x-quote', '1e3'],
  ['x-quote', '9999999999'],
])('an order with the header %s: %s is a parameter exception (RCHG-10, S15)', async (name, value) => {
  const { status, body } = await create(anyone, { [name]: value });
  expect([status, body?.['code']]).toEqual([200, CODE.parameterException]);
});

describe('forced statuses (INSP-06)', () => {
  test('a transition of the chart is made, anything else is a 409 without changes (ORDR-02)', async () => {
    const orderId = await newOrder(anyone);
    const force = (status: number) => send(`/sandbox/orders/${orderId}/status`, { status });
    expect((await force(ORDER_STATUS_CODE.delivered)).body?.['code']).toBe(CODE.transitionRefused);
    expect((await record(anyone, orderId))?.['status']).toBe(ORDER_STATUS_CODE.pending);
    expect([(await force(ORDER_STATUS_CODE.failed)).status, (await force(ORDER_STATUS_CODE.failed)).status]).toEqual([
      200, 409,
    ]);
    expect((await record(anyone, orderId))?.['status']).toBe(ORDER_STATUS_CODE.failed);
  });

  test('time passes for the orders of one browser and their jobs (INSP-06)', async () => {
    const [player, neighbour] = [newBrowser(), newBrowser()];
    const clientId = player.headers['client-id'];
    const paid = await newOrder(player);
    await send(`/sandbox/orders/${paid}/status`, { status: 2 });
    const details = async (orderId: string) => resultOf(await server.request(`/sandbox/orders/${orderId}`));
    const begins = async (orderId: string): Promise<number> => Number((await record(player, orderId))?.['create_ts']);
    const dueAt = async (orderId: string): Promise<number> => {
      const { delivery } = await details(orderId);
      return Date.parse(String(isRecord(delivery) ? delivery['dueAt'] : ''));
    };
    const theirs = await newOrder(neighbour);
    const before = { paid: await begins(paid), theirs: await begins(theirs), due: await dueAt(paid) };
    expect(resultOf(await send('/sandbox/clock', { clientId, seconds: 300 }))).toEqual({ seconds: 300 });
    expect([await begins(paid), await begins(theirs), await dueAt(paid)]).toEqual([
      before.paid - 300,
      before.theirs,
      before.due - 300_000,
    ]);
    expect((await record(player, theirs))?.['status']).toBe(1);
    await send(`/sandbox/orders/${theirs}/status`, { status: 3 });
  });

  test('advances until an order has the given seconds left, unless it has fewer (INSP-06, RCHG-14)', async () => {
    const player = newBrowser();
    const clientId = player.headers['client-id'];
    const orderId = await newOrder(player);
    const selection = { clientId, orderId, secondsLeft: 10 };
    const seconds = Number(resultOf(await send('/sandbox/clock', selection))['seconds']);
    expect(seconds).toBeGreaterThan(280);
    const time = Number(resultOf(await server.call(settingTime))['ts']);
    const left = Number((await record(player, orderId))?.['create_ts']) + 300 - time;
    expect(left).toBeGreaterThanOrEqual(8);
    expect(left).toBeLessThanOrEqual(10);
    expect((await send('/sandbox/clock', selection)).status).toBe(409);
    expect((await send('/sandbox/clock', { ...selection, clientId: randomUUID() })).status).toBe(404);
    expect((await send('/sandbox/clock', { ...selection, seconds: 5 })).status).toBe(400);
    expect((await send('/sandbox/clock', { clientId, seconds: 0 })).status).toBe(400);
    await send('/sandbox/clock', { clientId, seconds: 10 });
    await settleDueOrders(paymentServices(server.context));
    expect((await record(player, orderId))?.['status']).toBe(6);
  });

  test('an unknown order is a 404, a malformed request a 400 (ORDR-02)', async () => {
    const orderId = await newOrder(anyone);
    const statuses = [
      await send('/sandbox/orders/nothing/status', { status: 2 }),
      await send('/sandbox/orders/nothing/expire-in', { seconds: 1 }),
      await send('/sandbox/orders/nothing/pay', {}),
      await send(`/sandbox/orders/${orderId}/steal`, {}),
      await server.request('/sandbox/orders/nothing'),
      await send(`/sandbox/orders/${orderId}/status`, { status: 99 }),
      await send('/sandbox/faults', { clientId: 'x', path: '/api/x', fault: { kind: 'magic' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 400, 400]);
  });
});

describe('faults (INSP-06)', () => {
  const spoil = async (player: Player, path: string, fault: object, times: number | null = 1): Promise<void> => {
    const set = await send('/sandbox/faults', { clientId: player.headers['client-id'], path, fault, times });
    expect(set.status).toBe(200);
  };
  const time = (player: Player): Promise<Answer> => server.call(settingTime, {}, player.headers);

  test('data changes for one browser between two steps (C32, C33, RCHG-21)', async () => {
    const player = newBrowser();
    const [role] = player.roles;
    const target = { role_id: role?.roleId, server_id: role?.serverId };
    await spoil(player, userWebRole.path, { kind: 'many-servers' });
    const servers = rowsOf(await server.call(userWebRole, {}, player.headers));
    expect([servers.length, servers.flatMap(({ roles }) => roles).length]).toEqual([60, player.roles.length + 8]);
    const [before] = rowsOf(await server.call(orderWebProduct, target, player.headers));
    await spoil(player, orderWebProduct.path, { kind: 'changed-price' });
    const [after] = rowsOf(await server.call(orderWebProduct, target, player.headers));
    expect(Math.round(Number(after?.['price']) * 100) - Math.round(Number(before?.['price']) * 100)).toBe(100);
    await spoil(player, orderWebCreate.path, { kind: 'raised-price' }, 2);
    await spoil(player, orderWebProduct.path, { kind: 'raised-price' });
    const [raised] = rowsOf(await server.call(orderWebProduct, target, player.headers));
    expect(raised?.['price']).toBe(after?.['price']);
    const quoteOf = (row: Record<string, unknown> | undefined) => ({
      'x-quote': String(Math.round(Number(row?.['price']) * 100)),
    });
    expect((await create(player, quoteOf(before))).body?.['code']).toBe(CODE.priceChanged);
    const { orderId } = await create(player, quoteOf(raised));
    expect((await record(player, orderId))?.['amount']).toBe(raised?.['price']);
    const open = { ...target, cp_goods_id: player.item.cp_goods_id };
    await spoil(player, orderWebPayChannel.path, { kind: 'closed-channel' });
    const channels = rowsOf(await server.call(orderWebPayChannel, open, player.headers));
    expect(new Set(channels.map((channel) => channel['is_open']))).toEqual(new Set([false]));
  });

  test('an older record is returned after a newer one (C35)', async () => {
    const player = newBrowser();
    const orderId = await newOrder(player);
    await send(`/sandbox/orders/${orderId}/status`, { status: 2 });
    await spoil(player, orderRecord.path, { kind: 'out-of-order' });
    expect([(await record(player, orderId))?.['status'], (await record(player, orderId))?.['status']]).toEqual([1, 2]);
  });

  test('a fault for all paths lasts until it is cleared, and one for the exact path takes precedence (C20)', async () => {
    const player = newBrowser();
    const clientId = player.headers['client-id'];
    await spoil(player, '*', { kind: 'status', status: 500 }, null);
    await spoil(player, settingTime.path, { kind: 'status', status: 502 });
    expect((await time(newBrowser())).status).toBe(200);
    expect([(await time(player)).status, (await time(player)).status, (await time(player)).status]).toEqual([
      502, 500, 500,
    ]);
    const listed = await server.request(`/sandbox/faults?clientId=${clientId}`);
    expect(rowsOf(listed).map(({ path, remaining }) => [path, remaining])).toEqual([
      ['*', null],
      [settingTime.path, 0],
    ]);
    await send('/sandbox/faults/clear', { clientId });
    expect((await time(player)).status).toBe(200);
  });
});

test('without SANDBOX=1 there are no sandbox, cashier and fault routes (S6)', async () => {
  const config = configOf({ ...PRODUCTION, STATIC_DIR: '/nonexistent' });
  const app = createApp({ ...server.context, config }, { routes: ROUTES, middleware: MIDDLEWARE });
  const player = newBrowser();
  await send('/sandbox/faults', { clientId: player.headers['client-id'], path: '*', fault: { kind: 'forbidden' } });
  const statusOf = async (path: string, method = 'POST'): Promise<number> =>
    (
      await app.request(path, {
        method,
        headers: { ...player.headers, 'content-type': 'application/json' },
        body: method === 'GET' ? null : '{}',
      })
    ).status;
  expect([
    await statusOf('/sandbox/accounts'),
    await statusOf('/sandbox/sessions'),
    await statusOf('/sandbox/crash'),
    await statusOf('/sandbox/faults'),
    await statusOf('/cashier/AAAAAAAAAAAAAAAAAAAAAAAAAA', 'GET'),
    await statusOf('/webhooks/sandbox'),
    await statusOf(settingTime.path),
  ]).toEqual([404, 404, 404, 404, 404, 404, 200]);
});
