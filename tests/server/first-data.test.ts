import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { createApp } from '../../server/app/app.ts';
import { PORTS } from '../../server/app/ports.ts';
import { claimMode } from '../../server/db/database-mode.ts';
import {
  channels,
  deliveries,
  epointItems,
  gameServers,
  goods,
  orders,
  payments,
  roles,
  users,
} from '../../server/db/schema.ts';
import { EARLY_MIDDLEWARE, MIDDLEWARE, ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../server/runtime/codes.ts';
import type { AppEnv } from '../../server/runtime/context.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { seed } from '../../server/seed/seed.ts';
import { eRechargeItems } from '../../src/contract/e-recharge.contract.ts';
import { EPOINT_CHANNEL } from '../../src/contract/epoint.contract.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { settingInit, settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { userLogin, userWebRole } from '../../src/contract/user.contract.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { aProvider } from '../support/server/payment-provider.ts';
import { configOf, PRODUCTION } from '../support/server/test-config.ts';
import { describeOn, openTestDatabase, type TestDatabase } from '../support/server/test-database.ts';
import { encryptPassword, sharedTestServer } from '../support/server/test-server.ts';

const PAGE = readFileSync('docs/operations.md', 'utf8');
const PASSWORD = 'Try-it-2026 é';

/** The hash of PASSWORD, made by the command of the page. */
const hashOfPage = (): string => {
  const [, command = ''] = /^password_hash=\$\((node -e '[^']*')\n?\)$/m.exec(PAGE) ?? [];
  return execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { ...process.env, PASSWORD } }).trim();
};

/** The statements of docs/first-data.sql; psql replaces the variable. */
const statementsOf = (passwordHash: string): readonly string[] =>
  readFileSync('docs/first-data.sql', 'utf8')
    .replace(/^--.*$/gm, '')
    .replaceAll(":'password_hash'", `'${passwordHash}'`)
    .split(/;$/m)
    .filter((statement) => statement.trim() !== '');

describeOn('docs/first-data.sql', () => {
  let database: TestDatabase;
  let app: Hono<AppEnv>;
  let before: unknown;

  const call = async ({ path }: { readonly path: string }, input: object = {}, token = '') => {
    const headers = { 'content-type': 'application/json', 'client-id': 'a browser', token };
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(input) });
    return { status: response.status, body: (await response.json()) as { readonly result?: unknown } };
  };
  const resultOf = async <const Schema extends v.GenericSchema>(
    endpoint: { readonly path: string; readonly result: Schema },
    input: object,
    token: string,
  ) => v.parse(endpoint.result, (await call(endpoint, input, token)).body.result);
  const login = () =>
    call(userLogin, {
      channel_code: 'account',
      account: 'first-player',
      passwd: encryptPassword(PASSWORD, PRODUCTION.PASSWORD_KEY),
      encrypt: 1,
    });

  beforeAll(async () => {
    database = await openTestDatabase();
    const { db } = database;
    expect(await claimMode(db, { isSandbox: false, demoAccount: DEMO.account })).toBeNull();
    const context = {
      db,
      config: configOf({ ...PRODUCTION, PAYMENT_PROVIDERS: 'acme-pay' }),
      clock: { now: () => new Date() },
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      ports: { ...PORTS, providers: { 'acme-pay': { make: () => aProvider(), sandboxOnly: false } } },
    };
    app = createApp(context, { earlyMiddleware: EARLY_MIDDLEWARE, routes: ROUTES, middleware: MIDDLEWARE });
    before = (await call(settingInit)).body;
    for (const statement of statementsOf(hashOfPage())) await db.execute(sql.raw(statement));
  });
  afterAll(() => database.close());

  test('configures the portal and its home page (CALL-10, CALL-11)', async () => {
    expect(before).toMatchObject({ code: CODE.systemBusy });
    expect((await call(settingInit)).body).toMatchObject({
      code: CODE.ok,
      result: { gameInfo: { game_id: 'my-game' }, customConfig: { loggerUrl: '/api/analytics/event' } },
    });
    const home = await resultOf(settingWebHomeConf, {}, '');
    expect([home?.games, home?.features, home?.downloads].map((list) => [list?.rows.length, list?.unread])).toEqual([
      [1, []],
      [1, []],
      [2, []],
    ]);
    expect(home?.footer?.rows.map(({ key }) => key)).toEqual(['about', 'contact', 'privacy', 'agreement']);
  });

  test('its player logs in, sees items and channels, and gets a payment page (CALL-02, CALL-15, CALL-16, CALL-17)', async () => {
    const { token, game_id } = v.parse(userLogin.result, (await login()).body.result);
    expect(game_id).toBe('my-game');
    const [server] = (await resultOf(userWebRole, {}, token)).rows;
    const [role] = server?.roles.rows ?? [];
    const chosen = { server_id: server?.server_id, role_id: role?.role_id };
    const products = await resultOf(orderWebProduct, chosen, token);
    expect([products.rows.length, products.unread]).toEqual([3, []]);
    const selection = { ...chosen, cp_goods_id: products.rows[0]?.cp_goods_id };
    const channels = await resultOf(orderWebPayChannel, selection, token);
    expect(channels.rows.map(({ channel_code }) => channel_code)).toEqual(['card', EPOINT_CHANNEL]);
    const packages = await resultOf(eRechargeItems, {}, token);
    expect([packages.items.rows.length, packages.channels?.rows.length]).toEqual([2, 1]);
    const names = { server_name: server?.server_name, role_name: role?.role_name };
    const order = await resultOf(orderWebCreate, { ...selection, ...names, channel_code: 'card' }, token);
    expect(order.pay_url).toMatch(/^https:\/\/pay\.example\//);
  });
});

describeOn('the seed', () => {
  const server = sharedTestServer({ workers: false });

  test('is applied once: a second time changes nothing, also nothing that an operator has changed', async () => {
    const { db } = server.context;
    const everything = async () =>
      Promise.all(
        [users, gameServers, roles, goods, channels, orders, payments, deliveries].map((table) =>
          db.select().from(table),
        ),
      );
    await db.update(goods).set({ priceMinor: 1 }).where(eq(goods.goodsId, 'lantern.gems.60'));
    const before = await everything();
    server.advance(86_400_000);
    await seed(server.context);
    expect(await everything()).toEqual(before);
  });

  test('every name exists in every language, and no two items have the same name', async () => {
    const rows = [
      ...(await server.context.db.select().from(goods)),
      ...(await server.context.db.select().from(epointItems)).map((row) => ({ ...row, gift: null, unit: null })),
    ];
    const texts = rows.flatMap(({ names, gift, unit }) => [
      names,
      ...(gift ? [gift.names] : []),
      ...(unit ? [unit.names] : []),
    ]);
    for (const names of texts) {
      expect(Object.keys(names).sort()).toEqual([...LOCALE_TAGS].sort());
      expect(Object.values(names).every((text) => text.trim() === text && text.length > 0)).toBe(true);
    }
    for (const locale of LOCALE_TAGS) expect(new Set(rows.map(({ names }) => names[locale])).size).toBe(rows.length);
  });

  test('no order of the demo account waits for a payment, so that nothing opens at the first login (ORDR-08)', async () => {
    const rows = await server.context.db.select().from(orders).where(eq(orders.status, 'pending'));
    expect(rows).toEqual([]);
  });

  test('the demo account has an order of every other status with complete books (S32)', async () => {
    const { db } = server.context;
    const rows = await db.select().from(orders).where(eq(orders.userId, DEMO.userId));
    expect([...new Set(rows.map(({ status }) => status))].sort()).toEqual(
      ORDER_STATUSES.filter((status) => status !== 'pending').toSorted(),
    );
    expect((await auditMoney(db)).wrong).toEqual([]);
  });
});
