import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createApp } from '../../../server/app/app.ts';
import { PORTS } from '../../../server/app/ports.ts';
import { WORKERS } from '../../../server/app/workers.ts';
import type { Db } from '../../../server/db/database.ts';
import { logFailure } from '../../../server/db/outage-log.ts';
import { users } from '../../../server/db/schema.ts';
import { DEMO_SERVER } from '../../../server/demo-environment.mjs';
import { limitsOf, listen } from '../../../server/http/listener.ts';
import type { Points } from '../../../server/ledger/posting.ts';
import { EARLY_MIDDLEWARE, MIDDLEWARE, ROUTES } from '../../../server/routes/routes.ts';
import type { AppContext } from '../../../server/runtime/context.ts';
import { createLog } from '../../../server/runtime/log.ts';
import { createMetrics, reportConnections } from '../../../server/runtime/metrics.ts';
import { createTestAccount, DEMO, type TestAccount } from '../../../server/seed/accounts.seed.ts';
import { seed } from '../../../server/seed/seed.ts';
import { hashPassword } from '../../../server/users/password-hash.ts';
import { openSession } from '../../../server/users/session-store.ts';
import { orderRecord, orderWebCreate } from '../../../src/contract/order.contract.ts';
import { userLogin } from '../../../src/contract/user.contract.ts';
import { differenceLines, documentErrors } from '../api/documented-traffic.ts';
import { freePort } from '../runs/portal-process.mjs';
import { configOf } from './test-config.ts';
import { openDatabaseAt, openTestDatabase, sharedByTests, type TestDatabaseKind } from './test-database.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null if the body is not a JSON object. */
  readonly body: { readonly [field: string]: unknown } | null;
};

export type TestServerOptions = {
  readonly database?: TestDatabaseKind;
  /** URL of the test's own PostgreSQL, instead of `database`. */
  readonly databaseUrl?: string;
  /** Additional environment variables; SANDBOX, keys and port are already set. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Time of the seed, at which the clock starts. */
  readonly startsAt?: Date;
  /** Whether the clock runs on its own. Otherwise, only `advance` moves it, so that a slow machine is never late. */
  readonly clockRuns?: boolean;
  readonly workers?: boolean;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): Answer['body'] => {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
};

/** A response of the API, and the call that it accepts, are as `openapi.json` says. */
const expectDocumented = (path: string, method: string, request: unknown, { status, text, body }: Answer): void => {
  const errors = documentErrors({ method, path, request, status, response: body });
  if (errors.length > 0) throw new Error(`not as documented: ${differenceLines(path, errors).join('\n')}\n${text}`);
};

/** Encrypts a password like the publisher, with Node's crypto. */
export const encryptPassword = (password: string, key: string = DEMO_SERVER.PASSWORD_KEY): string => {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return cipher.update(password, 'utf8', 'base64') + cipher.final('base64');
};

export const setPassword = async (db: Db, userId: string, password: string): Promise<void> => {
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.userId, userId));
};

/** Hashes the account's password as if its owner had set it. A sandbox account has a cheap hash. */
export const makePasswordSlow = (db: Db, userId: string): Promise<void> => setPassword(db, userId, DEMO.password);

/** The whole server in this process: its own database, a free loopback port, an adjustable clock, its log in memory. */
export const startTestServer = async (options: TestServerOptions = {}) => {
  const metrics = createMetrics();
  let onOutage = (_error: unknown): void => undefined;
  const database = options.databaseUrl
    ? await openDatabaseAt(options.databaseUrl, (error) => onOutage(error), metrics.observeStatement)
    : await openTestDatabase(options.database);
  const port = await freePort();
  const config = configOf({
    ...DEMO_SERVER,
    PORT: String(port),
    STATIC_DIR: '/nonexistent',
    LOG_LEVEL: 'info',
    RATE_LIMITS: '0',
    ...(database.url && { DATABASE_URL: database.url }),
    ...options.environment,
  });
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line: string) => lines.push(line) });
  onOutage = (error) => logFailure(log, error, 'a database connection failed');
  const startsAt = (options.startsAt ?? new Date()).getTime();
  const began = Date.now();
  let shiftMs = 0;
  const context: AppContext = {
    db: database.db,
    config,
    clock: { now: () => new Date(startsAt + shiftMs + (options.clockRuns ? Date.now() - began : 0)) },
    log,
    metrics,
    ports: PORTS,
  };
  reportConnections(metrics, database);
  await seed(context);
  const app = createApp(context, { earlyMiddleware: EARLY_MIDDLEWARE, routes: ROUTES, middleware: MIDDLEWARE });
  const listener = await listen(app.fetch, '127.0.0.1', port, { limits: limitsOf(config), log });
  const workers = (options.workers ?? true) ? WORKERS.map((start) => start(context)) : [];
  const url = `http://127.0.0.1:${port}`;

  /** `input`: the body of a call as the portal makes it. Any other request may have any body. */
  const request = async (path: string, init: RequestInit = {}, input?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, body: parsed(text) };
    expectDocumented(path, init.method ?? 'GET', input, answer);
    return answer;
  };

  const call = (
    endpoint: { readonly path: string; readonly method: string },
    input: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> =>
    request(
      endpoint.path,
      {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(endpoint.method !== 'GET' && { body: JSON.stringify(input) }),
      },
      input,
    );

  /** Orders the item of a player. `orderId` is empty without an order. */
  const placeOrder = async (
    { item, headers }: { readonly item: object; readonly headers: Readonly<Record<string, string>> },
    selection: object = {},
    more: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await call(orderWebCreate, { ...item, channel_code: 'card', ...selection }, { ...headers, ...more });
    const result = answer.body?.['result'];
    return { ...answer, orderId: isObject(result) ? String(result['sdk_order_id'] ?? '') : '' };
  };

  const post = (path: string, body: unknown): Promise<Answer> =>
    request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  const tryLogin = (account: string, password: string, headers: Readonly<Record<string, string>> = {}) =>
    call(
      userLogin,
      { channel_code: 'account', account, passwd: encryptPassword(password), encrypt: 1 },
      { 'client-id': 'test-client', ...headers },
    );

  const login = async ({ account, password }: Pick<TestAccount, 'account' | 'password'>): Promise<string> => {
    const { body, text } = await tryLogin(account, password);
    const result = body?.['result'];
    if (!isObject(result) || typeof result['token'] !== 'string') throw new Error(`login was refused: ${text}`);
    return result['token'];
  };

  return {
    url,
    context,
    app,
    request,
    call,
    placeOrder,
    post,
    /** The row of an order in the record, as its player gets it. */
    recordOf: async (orderId: string, headers: Readonly<Record<string, string>>) => {
      const filter = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: orderId, status: -1 };
      const { body } = await call(orderRecord, filter, headers);
      const row: unknown = Array.isArray(body?.['result']) ? body['result'][0] : undefined;
      return isObject(row) ? row : undefined;
    },
    tryLogin,
    login,
    /** The newest code that the sandbox has sent to an address or a number. */
    newestCode: async (target: string): Promise<string> => {
      const { body } = await request(`/sandbox/mailbox?target=${encodeURIComponent(target)}`);
      const [mail] = Array.isArray(body?.['result']) ? body['result'] : [];
      if (typeof mail?.code !== 'string') throw new Error('no code has been sent');
      return mail.code;
    },
    /** A test account with roles on three servers, and the headers of its session. */
    newPlayer: async (points?: Points) => {
      const account = await createTestAccount(context.db, context.clock.now(), points);
      const clientId = randomUUID();
      const token = await openSession(context.db, { userId: account.userId, clientId, now: context.clock.now() });
      const [role] = account.roles;
      /** The fields of an order for the first role. */
      const item = {
        role_id: role?.roleId,
        server_id: role?.serverId,
        role_name: role?.roleName,
        server_name: 'Dawn Harbor',
        cp_goods_id: 'lantern.gems.60',
      };
      return { ...account, item, token, headers: { token, 'client-id': clientId } };
    },
    advance: (ms: number): void => {
      shiftMs += ms;
    },
    logLines: (): readonly string[] => lines,
    /** The fields of each line, without the first ones. */
    logged: (from = 0): readonly Record<string, unknown>[] => lines.slice(from).map((line) => JSON.parse(line)),
    stop: async (): Promise<void> => {
      await listener.close(0);
      await Promise.all(workers.map((worker) => worker.stop()));
      await database.close();
    },
  };
};

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

export const sharedTestServer = (options?: TestServerOptions): TestServer =>
  sharedByTests(
    () => startTestServer(options),
    ({ stop }) => stop(),
  );

/** The output of `openssl enc -aes-256-cbc -md md5 -a -A`. */
export const seal = (payload: unknown, passphrase: string = DEMO_SERVER.RESET_PASSPHRASE): string => {
  const salt = randomBytes(8);
  let derived = Buffer.alloc(0);
  let block = Buffer.alloc(0);
  while (derived.length < 48) {
    block = createHash('md5').update(block).update(passphrase).update(salt).digest();
    derived = Buffer.concat([derived, block]);
  }
  const cipher = createCipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32, 48));
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
};
