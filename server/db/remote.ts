import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsFolder } from './migrations.ts';
import { closed, codeOf, type Opening } from './opening.ts';
import * as schema from './schema.ts';

/** Any number: two servers that start together migrate one after the other. */
const MIGRATION_LOCK = 720_418_533;

const migrated = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
};

/** Host and database of an address, without user and password. */
const placeOf = (url: string): string => {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`;
};

const WHY: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not log in',
  '3D000': 'the database does not exist',
  '42501': 'the user may not create tables',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is unknown',
};

/** A pool of connections to PostgreSQL 15 or later. `onError` hears of connections that break while idle. */
export const openRemote = async (url: string, onError: (error: unknown) => void): Promise<Opening> => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'top-up-portal',
  });
  pool.on('error', onError);
  try {
    await migrated(pool);
  } catch (error) {
    await pool.end().catch(() => undefined);
    const code = codeOf(error);
    return closed(`Database: ${placeOf(url)} cannot be opened: ${WHY[code] ?? code}. Check DATABASE_URL.`);
  }
  return { ok: true, database: { db: drizzle({ client: pool, schema }), kind: 'postgres', close: () => pool.end() } };
};
