import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../server/app/app.ts';
import { PORTS } from '../../server/app/ports.ts';
import { claimMode } from '../../server/db/database-mode.ts';
import { EARLY_MIDDLEWARE, MIDDLEWARE, ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../server/runtime/codes.ts';
import type { AppEnv } from '../../server/runtime/context.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { eRechargeItems } from '../../src/contract/e-recharge.contract.ts';
import { EPOINT_CHANNEL } from '../../src/contract/epoint.contract.ts';
import { orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { settingInit, settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { userLogin, userWebRole } from '../../src/contract/user.contract.ts';
import { aProvider } from '../support/server/payment-provider.ts';
import { configOf, PRODUCTION } from '../support/server/test-config.ts';
import { describeOn, openTestDatabase, type TestDatabase } from '../support/server/test-database.ts';
import { encryptPassword } from '../support/server/test-server.ts';

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
