import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../src/contract/codes.ts';
import { epointBalance } from '../../src/contract/epoint.contract.ts';
import {
  epointPaymentIdsDetail,
  paymentCreateEpoint,
  paymentEpointPay,
} from '../../src/contract/epoint-order.contract.ts';
import { orderRecord, orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { characterSelect, userSdkTicketGet } from '../../src/contract/user.contract.ts';
import { describeOn } from '../support/test-database.ts';
import { type Answer, startTestServer, type TestServer } from '../support/test-server.ts';

/** Ids that belong to a player: to another player, or to none. */
type Ids = {
  readonly roleId: string;
  readonly serverId: string;
  readonly gameAccountId: string;
  readonly orderId: string;
  readonly pointsOrderId: string;
};

const shopOf = ({ roleId, serverId }: Ids) => ({ role_id: roleId, server_id: serverId });
const names = { role_name: 'r', server_name: 's' };
const gems = { cp_goods_id: 'lantern.gems.60' };
const list = { page: 1, size: 10, begin: 0, end: 0, status: -1 };

/** Every call with an id that belongs to a player. */
const NAMING: readonly { readonly path: string; readonly method: string; readonly input: (ids: Ids) => object }[] = [
  { ...userSdkTicketGet, input: ({ gameAccountId }) => ({ uid: gameAccountId }) },
  { ...characterSelect, input: (ids) => ({ ...shopOf(ids), ...names }) },
  { ...epointBalance, input: ({ gameAccountId }) => ({ userId: gameAccountId }) },
  { ...orderWebProduct, input: shopOf },
  { ...orderWebPayChannel, input: (ids) => ({ ...shopOf(ids), ...gems }) },
  { ...orderWebCreate, input: (ids) => ({ ...shopOf(ids), ...names, ...gems, channel_code: 'card' }) },
  { ...orderRecord, input: ({ orderId }) => ({ ...list, sdk_order_id: orderId }) },
  { ...paymentCreateEpoint, input: (ids) => ({ ...shopOf(ids), ...names, ...gems, system: 'ios' }) },
  { ...paymentEpointPay, input: ({ pointsOrderId }) => ({ paymentId: pointsOrderId }) },
  { ...epointPaymentIdsDetail, input: ({ orderId, pointsOrderId }) => ({ paymentIds: [orderId, pointsOrderId] }) },
];

/** Calls with a session that take no player's id: they apply to the caller or are the same for all. */
const NAMELESS = [
  '/api/user/uinfo',
  '/api/user/logout',
  '/api/user/webRole',
  '/api/operate/coinBalance',
  '/api/e-recharge/items',
  '/api/e-recharge/rebate/info',
  '/api/epoint/record',
];

const withoutRequestId = ({ text }: Answer): string => text.replace(/"request_id":"[^"]+"/, '');

describeOn('what belongs to someone else', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ workers: false });
  });
  afterAll(() => server.stop());

  test('S18 · every call with a session is covered here', () => {
    const guarded = ROUTES.filter(({ endpoint }) => endpoint.needsSession).map(({ endpoint }) => endpoint.path);
    expect([...NAMING.map(({ path }) => path), ...NAMELESS].sort()).toEqual(guarded.sort());
  });

  test('S18 · gets the same bytes as data that does not exist, from every call, and does not change', async () => {
    const [mine, theirs] = [await server.newPlayer(), await server.newPlayer()];
    const [role] = theirs.roles;
    if (!role) throw new Error('no role');
    const { roleId, serverId } = role;
    const shop = { role_id: roleId, server_id: serverId, ...names, ...gems };
    const idIn = async (endpoint: typeof orderWebCreate | typeof paymentCreateEpoint, field: string, more: object) => {
      const { body } = await server.call(endpoint, { ...shop, ...more }, theirs.headers);
      return String(Reflect.get(Object(body?.['result']), field));
    };
    const real: Ids = {
      roleId,
      serverId,
      gameAccountId: theirs.gameAccountId,
      orderId: await idIn(orderWebCreate, 'sdk_order_id', { channel_code: 'card' }),
      pointsOrderId: await idIn(paymentCreateEpoint, 'paymentId', { system: 'ios' }),
    };
    const unknown: Ids = { roleId: '1', serverId, gameAccountId: '1', orderId: 'no-order', pointsOrderId: 'no-order' };
    const everything = { ...list, sdk_order_id: '' };
    const before = (await server.call(orderRecord, everything, theirs.headers)).text;
    expect(before).toContain(real.orderId);
    for (const { input, ...endpoint } of NAMING) {
      const [stolen, missing] = [
        await server.call(endpoint, input(real), mine.headers),
        await server.call(endpoint, input(unknown), mine.headers),
      ];
      expect([endpoint.path, stolen.status, withoutRequestId(stolen)]).toEqual([
        endpoint.path,
        missing.status,
        withoutRequestId(missing),
      ]);
      const own = await server.call(endpoint, input(real), theirs.headers);
      expect([endpoint.path, own.body?.['code']]).toEqual([endpoint.path, CODE.ok]);
      expect(withoutRequestId(own)).not.toBe(withoutRequestId(stolen));
    }
    const after = (await server.call(orderRecord, everything, mine.headers)).body?.['result'];
    expect(after).toEqual([]);
  });

  test('S18 · headers that impersonate another player change nothing', async () => {
    const [mine, theirs] = [await server.newPlayer(), await server.newPlayer()];
    const posing = { ...mine.headers, userid: theirs.userId, accountid: theirs.gameAccountId };
    const calls = ROUTES.map(({ endpoint }) => endpoint).filter(({ path }) => NAMELESS.includes(path));
    for (const { path, method } of calls.filter((one) => one.path !== '/api/user/logout')) {
      const input = path === '/api/epoint/record' ? { page: 1, size: 9, begin: 0, end: 0, type: 'all' } : {};
      const call = { path, method };
      const [posed, plain] = [await server.call(call, input, posing), await server.call(call, input, mine.headers)];
      expect([path, posed.body?.['code'], withoutRequestId(posed)]).toEqual([path, CODE.ok, withoutRequestId(plain)]);
    }
  });
});
