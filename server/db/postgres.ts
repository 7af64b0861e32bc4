import { setTimeout as pause } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { findForeignOrigin, findIncompatibility } from './compatibility.ts';
import { readDatabaseUrl } from './database-url.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { migrationsFolder } from './migrations.ts';
import { codeOf, type Opening, openFailure } from './open-result.ts';
import { findPoolerProblem, type PoolerProblem, poolerProblemOf } from './pooler-check.ts';
import { primaryClientOf } from './primary-client.ts';
import { createSharedConnection, type SharedConnection } from './shared-connection.ts';
import { type SendStatement, setStatementSender } from './statement.ts';
import { limitResponses, timeStatements, type WithClient } from './statement-watch.ts';

/** Migrates the database. Resolves with why this version cannot use it, or null. */
const migrateDatabase = async (pool: pg.Pool): Promise<string | null> => {
  const client = await pool.connect();
  const db = drizzle(client);
  try {
    const origin = await findForeignOrigin(db);
    if (origin !== null) return origin;
    await migratePostgres(client, migrationsFolder);
    return await findIncompatibility(db);
  } finally {
    // Ends the session, and with it its time limits.
    client.release(true);
  }
};

const WHY: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not log in',
  '3D000': 'the database does not exist',
  '42501': 'the user may not create tables',
  '53300': 'it has no free connection',
  '55P03': 'another transaction has locked a table that a migration needs, for two minutes',
  '25006': 'none of its hosts accepts writes',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host is unknown, or the name server does not respond',
};

/** Errors of the client library, which have no code. */
const WHY_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/^The server does not support SSL connections/, 'it does not accept TLS, which the address asks for'],
  [/timeout/i, 'it does not respond in time'],
  [/^Connection terminated/, 'it closed the connection'],
];

const openProblemOf = (error: unknown): PoolerProblem => {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  const why = WHY[code] ?? WHY_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? code;
  return poolerProblemOf(error) ?? { why, advice: 'Check DATABASE_URL.' };
};

/** Drizzle's own pool transaction leaks the client if `begin` fails, so every connection cut at that moment would shrink the pool. */
const transactionsOf = (withClient: WithClient): NodePgDatabase['transaction'] => {
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase>();
  const databaseOf = (client: pg.PoolClient): NodePgDatabase => {
    const db = databases.get(client) ?? drizzle(client);
    databases.set(client, db);
    return db;
  };
  return (run, config) => withClient((client) => databaseOf(client).transaction(run, config));
};

const TIMES: ReadonlySet<number> = new Set([pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.TIMESTAMP]);

/** Values as the query builder's columns read them: times as text. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => (TIMES.has(type) ? (text: string) => text : pg.types.getTypeParser(type, 'text')),
};

const statementsOf =
  (pool: pg.Pool, shared: SharedConnection): SendStatement =>
  async ({ name, text, readsByKey }, values) => {
    const config: pg.QueryArrayConfig = { name, text, values: [...values], rowMode: 'array', types: TYPES };
    try {
      return (await (readsByKey ? shared.query<unknown[]>(config) : pool.query<unknown[]>(config))).rows;
    } catch (error) {
      throw new DrizzleQueryError(text, [...values], error instanceof Error ? error : undefined);
    }
  };

/** A host that does not respond within this time is gone. */
const STANDBY_CHECK_LIMIT_MS = 3_000;

/** Whether commits of this user wait for a standby. False if the database does not respond. */
const createStandbyCheck = (shared: SharedConnection) => (): Promise<boolean> => {
  const text = "select exists (select from pg_stat_activity where wait_event = 'SyncRep')";
  const response = shared.query<[boolean]>({ text, rowMode: 'array' }).then(
    ({ rows }) => rows[0]?.[0] ?? false,
    () => false,
  );
  return Promise.race([response, pause(STANDBY_CHECK_LIMIT_MS, false, { ref: false })]);
};

/** How long a request waits for a free connection before it is refused. */
const CONNECTION_WAIT_MS = 5_000;

/**
 * Opens a pool of connections to PostgreSQL 15 or later, and one connection that session checks and polls share. `onError` receives errors
 * of idle and active connections; the statement of an active one rejects as well. `observe` receives the time of each statement in seconds.
 */
export const openPostgres = async (
  {
    url,
    poolSize,
    connectionWaitMs = CONNECTION_WAIT_MS,
    responseLimitMs,
  }: {
    readonly url: string;
    readonly poolSize: number;
    readonly connectionWaitMs?: number;
    readonly responseLimitMs?: number;
  },
  onError: (error: unknown) => void,
  observe: (seconds: number) => void = () => undefined,
): Promise<Opening> => {
  const reading = readDatabaseUrl(url);
  if (!reading.ok) return openFailure(`Database: DATABASE_URL must be ${reading.wants}.`);
  const { urls, location, mustWrite } = reading.address;
  const config: pg.PoolConfig = {
    connectionString: urls[0],
    ...(mustWrite && { Client: primaryClientOf(urls) }),
    connectionTimeoutMillis: connectionWaitMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'top-up-portal',
  };
  const poolMax = poolSize - 1;
  const refuse = ({ why, advice }: PoolerProblem): Opening =>
    openFailure(`Database: ${location} cannot be opened: ${why}. ${advice}`);
  try {
    const problem = await findPoolerProblem(config);
    if (problem) return refuse(problem);
  } catch (error) {
    return refuse(openProblemOf(error));
  }
  const pool = new pg.Pool({ ...config, max: poolMax });
  // The pool handles errors of idle clients only. Without this handler an error between two statements would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  let incompatibility: string | null;
  try {
    incompatibility = await migrateDatabase(pool);
  } catch (error) {
    await pool.end().catch(() => undefined);
    return refuse(openProblemOf(error));
  }
  if (incompatibility !== null) {
    await pool.end();
    return openFailure(`Database: ${location} ${incompatibility}`);
  }
  pool.on('connect', (client) => timeStatements(client, observe));
  const shared = createSharedConnection(config, onError, (client) => timeStatements(client, observe));
  const withClient = limitResponses(pool, createStandbyCheck(shared), responseLimitMs);
  const query = (...values: readonly unknown[]): Promise<unknown> =>
    withClient((client) => Reflect.apply(client.query, client, values));
  Object.defineProperty(pool, 'query', { value: query });
  const db = drizzle({ client: pool });
  db.transaction = transactionsOf(withClient);
  setStatementSender(db, statementsOf(pool, shared));
  return {
    ok: true,
    database: {
      db,
      kind: 'postgres',
      connections: () => ({
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        max: poolMax,
      }),
      close: async () => {
        await Promise.all([shared.close(), pool.end()]);
      },
    },
  };
};
