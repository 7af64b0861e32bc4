import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from './open-result.ts';

/** Why the server cannot use this pooler, and what to change. */
export type PoolerProblem = { readonly why: string; readonly advice: string };

const PARAMETERS = 'extra_float_digits, statement_timeout, idle_in_transaction_session_timeout';

const modeProblem = (mode: string): PoolerProblem => ({
  why: `PgBouncer, or another pooler in front of PostgreSQL, is in ${mode} mode, in which the statements of a connection reach several sessions`,
  advice:
    'Set pool_mode = session in pgbouncer.ini, as in docs/pgbouncer.ini, or name PostgreSQL itself in DATABASE_URL.',
});

/** Messages of PgBouncer, which all have the code 08P01, with what they mean and what to change. */
const MESSAGES: readonly (readonly [pattern: RegExp, why: string, advice: string])[] = [
  [/^no such database/, 'PgBouncer does not know the database', 'Name it in [databases] of pgbouncer.ini.'],
  [
    /^(?:SASL|password) authentication failed|^no such user/,
    'PgBouncer does not accept the user or the password',
    'Check DATABASE_URL, and auth_file in pgbouncer.ini.',
  ],
  [/^no more connections allowed/, 'PgBouncer has no free connection', 'Raise max_client_conn in pgbouncer.ini.'],
  [
    /^query_wait_timeout/,
    'PgBouncer has no free connection to PostgreSQL',
    'Raise default_pool_size in pgbouncer.ini, as in docs/pgbouncer.ini, and check that PostgreSQL runs.',
  ],
];

const parameterProblem = (name: string): PoolerProblem => ({
  why: `PgBouncer refuses the startup parameter ${name}`,
  advice: `Set ignore_startup_parameters = ${PARAMETERS}${PARAMETERS.includes(name) ? '' : `, ${name}`} in pgbouncer.ini, as in docs/pgbouncer.ini.`,
});

/** Codes of PostgreSQL: a statement was prepared in another session. */
const OTHER_SESSION: ReadonlySet<string> = new Set(['26000', '42P05']);

/** What a pooler means with an error; null: it is no error of a pooler. */
export const poolerProblemOf = (error: unknown): PoolerProblem | null => {
  const code = codeOf(error);
  if (OTHER_SESSION.has(code)) return modeProblem('transaction');
  if (code !== '08P01' || !(error instanceof Error)) return null;
  const { message } = error;
  const [, parameter] = /^unsupported startup parameter(?: in options)?: "?(\w+)/.exec(message) ?? [];
  if (parameter) return parameterProblem(parameter);
  if (message.startsWith('transaction blocks not allowed in statement pooling mode')) return modeProblem('statement');
  const [, why, advice] = MESSAGES.find(([pattern]) => pattern.test(message)) ?? [];
  return why && advice ? { why, advice } : null;
};

const OTHERS = 2;
/** A session of its own responds immediately. Longer means that the statement waits for a session that another connection uses. */
const RESPONSE_LIMIT_MS = 3_000;

/** Prepared by name, as the server prepares its statements. */
const SESSION: pg.QueryConfig = { name: 'portal-session-check', text: 'select pg_backend_pid() as pid' };

const sessionOf = async (client: pg.PoolClient): Promise<number> =>
  (await client.query<{ pid: number }>(SESSION)).rows[0]?.pid ?? 0;

/**
 * Whether each connection has a session of its own: while other connections use sessions in a transaction, a connection must still reach
 * the session of its first statement. Rejects if there is no first connection; with too few connections for the comparison, the answer is null.
 */
export const findPoolerProblem = async (config: pg.PoolConfig): Promise<PoolerProblem | null> => {
  const pool = new pg.Pool({ ...config, max: 1 + OTHERS });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const clients: pg.PoolClient[] = [];
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    clients.push(client);
    return client;
  };
  try {
    const own = await connect();
    try {
      const first = await sessionOf(own);
      for (let others = 0; others < OTHERS; others += 1) {
        const other = await connect();
        await other.query('begin');
        await other.query('select 1');
        const again = await Promise.race([sessionOf(own), pause(RESPONSE_LIMIT_MS, null, { ref: false })]);
        if (again !== first) return modeProblem('transaction');
      }
      return null;
    } catch (error) {
      return poolerProblemOf(error);
    }
  } finally {
    for (const client of clients) client.release(true);
    await pool.end();
  }
};
