import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import {
  epointBalances,
  ledgerTransactions,
  orderHistory,
  orders,
  payments,
  sessions,
  users,
} from '../../server/db/schema.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import type { AnyEndpoint, NamedIds } from '../../src/contract/endpoint.ts';
import { epointPaymentIdsDetail, paymentCreateEpoint, paymentEpointPay } from '../../src/contract/epoint.contract.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { userLogin, userLogout } from '../../src/contract/user.contract.ts';
import { WIRE_SAMPLES } from '../support/api/fake-api.ts';
import { describeOn, type StoredRows, storedRows } from '../support/server/test-database.ts';
import { type Answer, encryptPassword, sharedTestServer, type TestServer } from '../support/server/test-server.ts';

const names = { role_name: 'r', server_name: 's' };
const gems = { cp_goods_id: 'lantern.gems.60' };
const EVERYTHING = { page: 1, size: 10, begin: 0, end: 0, status: -1, sdk_order_id: '' };

const GUARDED = WIRE_SAMPLES.filter(({ endpoint }) => endpoint.needsSession);
/** Calls with an id that belongs to a player. */
const NAMING = GUARDED.filter((sample) => sample.names !== 'nothing');
/** Calls without one: they apply to the caller or are the same for all. */
const NAMELESS = GUARDED.filter((sample) => sample.names === 'nothing');

const forgedValue = ({ name, dataType }: PgColumn): unknown => {
  if (name === 'user_id') return DEMO.userId;
  if (name === 'status') return 'paid';
  if (name === 'payment') return { kind: 'redirect', payUrl: 'https://forged.example' };
  if (dataType === 'date') return '1999-12-31T00:00:00.000Z';
  if (dataType === 'json') return [];
  return dataType === 'boolean' ? true : dataType === 'number' ? 1 : 'forged';
};

/** Fields that no request may set: the columns of these tables under both of their names, and common names from other APIs. */
const FORGED = Object.fromEntries<unknown>([
  ...['price', 'amount', 'discount'].map((name) => [name, '0.01'] as const),
  ...['paid', 'is_admin'].map((name) => [name, true] as const),
  ...[users, sessions, orders, orderHistory, payments, epointBalances, ledgerTransactions]
    .flatMap((table) => Object.entries<PgColumn>(getTableColumns(table)))
    .flatMap(([key, column]) => [key, column.name].map((name) => [name, forgedValue(column)] as const)),
]);

/** A row without its random and counted values. */
const comparable = (row: string): string =>
  row
    .replace(/\d{6}(?:-[0-9A-Z]{4}){3}/g, 'order')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/[0-9A-Z]{26}/g, 'reference')
    .replace(/[0-9a-f]{32,64}/g, 'hash')
    .replace(/\d{9,10}/g, 'number')
    .replace(/"(id|transaction_id)": \d+/g, '"$1": 0')
    .replace(/"moved_at": "20[^"]+"/, '"moved_at": "now"');

const newRows = (before: StoredRows, after: StoredRows): readonly string[] =>
  [...after].flatMap(([name, rows]) =>
    rows
      .filter((row) => !before.get(name)?.includes(row))
      .map((row) => `${name} ${comparable(row)}`)
      .toSorted(),
  );

const withoutRequestId = ({ text }: Answer): string => text.replace(/"request_id":"[^"]+"/, '');

describeOn('what belongs to someone else', () => {
  const server = sharedTestServer({ workers: false });

  /** Ids of a player, who gets an order for money and one for E Points. */
  const idsOf = async ({
    roles,
    gameAccountId,
    headers,
  }: Awaited<ReturnType<TestServer['newPlayer']>>): Promise<NamedIds> => {
    const [role] = roles;
    if (!role) throw new Error('no role');
    const { roleId, serverId } = role;
    const shop = { role_id: roleId, server_id: serverId, ...names, ...gems };
    const idIn = async (endpoint: typeof orderWebCreate | typeof paymentCreateEpoint, field: string, more: object) => {
      const { body } = await server.call(endpoint, { ...shop, ...more }, headers);
      return String(Reflect.get(Object(body?.['result']), field));
    };
    return {
      roleId,
      serverId,
      gameAccountId,
      itemId: gems.cp_goods_id,
      orderId: await idIn(orderWebCreate, 'sdk_order_id', { channel_code: 'card' }),
      pointsOrderId: await idIn(paymentCreateEpoint, 'paymentId', { system: 'ios' }),
    };
  };

  test('gets the same bytes as data that does not exist, from every call, and does not change (S18)', async () => {
    const [mine, theirs] = [await server.newPlayer(), await server.newPlayer()];
    const real = await idsOf(theirs);
    const unknown = { ...real, roleId: '1', gameAccountId: '1', orderId: 'no-order', pointsOrderId: 'no-order' };
    const before = (await server.call(orderRecord, EVERYTHING, theirs.headers)).text;
    expect(before).toContain(real.orderId);
    for (const { endpoint, requestFor } of NAMING) {
      const [stolen, missing] = [
        await server.call(endpoint, requestFor(real), mine.headers),
        await server.call(endpoint, requestFor(unknown), mine.headers),
      ];
      expect([endpoint.path, stolen.status, withoutRequestId(stolen)]).toEqual([
        endpoint.path,
        missing.status,
        withoutRequestId(missing),
      ]);
      const own = await server.call(endpoint, requestFor(real), theirs.headers);
      expect([endpoint.path, own.body?.['code']]).toEqual([endpoint.path, CODE.ok]);
      expect(withoutRequestId(own)).not.toBe(withoutRequestId(stolen));
    }
    const after = (await server.call(orderRecord, EVERYTHING, mine.headers)).body?.['result'];
    expect(after).toEqual([]);
  });

  test('a request for an id of another player is marked in the log, a request for an id of the caller is not (S18, S31)', async () => {
    const [mine, theirs] = [await server.newPlayer(), await server.newPlayer()];
    const real = await idsOf(theirs);
    const requestsOf = ({ userId }: { readonly userId: string }): readonly unknown[] =>
      server
        .logged()
        .filter((line) => line['msg'] === 'request completed' && line['userId'] === userId)
        .map(({ route, unknownId }) => [route, unknownId ?? false]);
    const before = requestsOf(theirs).length;
    for (const { endpoint, requestFor } of NAMING)
      for (const { headers } of [mine, theirs]) await server.call(endpoint, requestFor(real), headers);
    expect(requestsOf(mine)).toEqual(NAMING.map(({ endpoint }) => [endpoint.path, true]));
    expect(requestsOf(theirs).slice(before)).toEqual(NAMING.map(({ endpoint }) => [endpoint.path, false]));
    await server.call(epointPaymentIdsDetail, { paymentIds: [real.orderId] }, mine.headers);
    expect(requestsOf(mine).at(-1)).toEqual([epointPaymentIdsDetail.path, true]);
    await server.call(orderRecord, EVERYTHING, mine.headers);
    expect(requestsOf(mine).at(-1)).toEqual([orderRecord.path, false]);
    expect(server.logLines().join('')).not.toContain(real.roleId);
  });

  test('headers that impersonate another player change nothing (S18)', async () => {
    const [mine, theirs] = [await server.newPlayer(), await server.newPlayer()];
    const posing = { ...mine.headers, userid: theirs.userId, accountid: theirs.gameAccountId };
    for (const { endpoint, request } of NAMELESS.filter((one) => one.endpoint.path !== userLogout.path)) {
      const [posed, plain] = [
        await server.call(endpoint, request, posing),
        await server.call(endpoint, request, mine.headers),
      ];
      expect([endpoint.path, posed.body?.['code'], withoutRequestId(posed)]).toEqual([
        endpoint.path,
        CODE.ok,
        withoutRequestId(plain),
      ]);
    }
  });

  /** The rows that a login, three orders and a payment with E Points write, with `extra` fields in each request. */
  const rowsWrittenWith = async (extra: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
    const { account, password, roles } = await server.newPlayer();
    const { roleId = '', serverId = '' } = roles[0] ?? {};
    const before = await storedRows(server.context.db);
    const resultOf = async (endpoint: AnyEndpoint, own: object, token = ''): Promise<object> => {
      const { status, body } = await server.call(endpoint, { ...extra, ...own }, { token, 'client-id': 'one' });
      expect([endpoint.path, status, body]).toEqual([endpoint.path, 200, expect.objectContaining({ code: CODE.ok })]);
      return Object(body?.['result']);
    };
    const credentials = { channel_code: 'account', account, passwd: encryptPassword(password), encrypt: 1 };
    const token = String(Reflect.get(await resultOf(userLogin, credentials), 'token'));
    const shop = { role_id: roleId, server_id: serverId, ...names, ...gems };
    await resultOf(orderWebCreate, { ...shop, channel_code: 'card' }, token);
    const points = { item_id: 'epoint.500', channel_code: 'card', system: 'ios', epoints: 525 };
    await resultOf(paymentCreateEpoint, points, token);
    const created = await resultOf(paymentCreateEpoint, { ...shop, system: 'ios' }, token);
    await resultOf(paymentEpointPay, { paymentId: Reflect.get(created, 'paymentId') }, token);
    return newRows(before, await storedRows(server.context.db));
  };

  test('extra fields in a login, an order or a payment, such as owner, price and status, have no effect on what is stored (S15, S18)', async () => {
    const plain = await rowsWrittenWith({});
    expect(plain.filter((row) => row.startsWith('orders '))).toHaveLength(3);
    expect(FORGED).toMatchObject({ user_id: DEMO.userId, userId: DEMO.userId, amount_minor: 1, amountMinor: 1 });
    expect(FORGED).toMatchObject({ status: 'paid', epoints: 1, creditBasic: 1, blocked: true });
    expect(FORGED['payment']).toMatchObject({ payUrl: 'https://forged.example' });
    expect(await rowsWrittenWith(FORGED)).toEqual(plain);
  });
});
