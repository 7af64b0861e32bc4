import { PGlite } from '@electric-sql/pglite';
import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { TABLES } from '../../../server/db/compatibility.ts';
import type { Database, Db } from '../../../server/db/database.ts';
import { embeddedDatabase } from '../../../server/db/pglite.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { until } from '../machines/until.ts';
import { emptyDataDir } from './empty-data-dir.ts';
import { createTestPostgres, postgresMissing, postgresServerMissing } from './postgres-cluster.ts';

/**
 * What the tests of a file or a block share: it is started before them and stopped after them. The object is empty until then, so read its
 * properties in tests and hooks only.
 */
export const sharedByTests = <Shared extends object>(
  start: () => Promise<Shared>,
  stop: (shared: Shared) => Promise<unknown>,
): Shared => {
  const shared = {} as Shared;
  beforeAll(async () => {
    Object.assign(shared, await start());
  });
  afterAll(() => stop(shared));
  return shared;
};

/** `url`: set for PostgreSQL. */
export type TestDatabase = Database & { readonly url: string | null };

export type TestDatabaseKind = 'pglite' | 'postgres';

/** The database of this run: TEST_DATABASE, else PGlite. */
const TEST_DATABASE: TestDatabaseKind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite';

/** On a busy machine, the last of hundreds of parallel requests waits longer for a connection than a player would. */
const CONNECTION_WAIT_MS = 120_000;

const release = async (): Promise<void> => undefined;

const embedded = async (): Promise<Database> =>
  embeddedDatabase(await PGlite.create({ loadDataDir: await emptyDataDir() }), release);

/** Opens and migrates the database at a URL; `close` keeps it. */
export const openDatabaseAt = async (
  url: string,
  onError: (error: unknown) => void,
  observe?: (seconds: number) => void,
  options: Partial<Parameters<typeof openPostgres>[0]> = {},
): Promise<TestDatabase> => {
  const opening = await openPostgres({ url, poolSize: 20, ...options }, onError, observe);
  if (!opening.ok) throw new Error(opening.line);
  return { ...opening.database, url };
};

/** An empty database with the current schema; `close` deletes it. */
export const openTestDatabase = async (kind: TestDatabaseKind = TEST_DATABASE): Promise<TestDatabase> => {
  if (kind === 'pglite') return { ...(await embedded()), url: null };
  const { url, drop } = await createTestPostgres();
  const database = await openDatabaseAt(url, () => undefined, undefined, { connectionWaitMs: CONNECTION_WAIT_MS });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
};

export const sharedTestDatabase = (kind?: TestDatabaseKind): TestDatabase =>
  sharedByTests(
    () => openTestDatabase(kind),
    ({ close }) => close(),
  );

/** `describe` for tests with a database; its title says why it was skipped. */
export const describeOn = (title: string, body: () => void, kind: TestDatabaseKind = TEST_DATABASE): void => {
  const missing = kind === 'postgres' ? postgresMissing() : null;
  if (missing) describe.skip(`${title} (skipped: ${missing})`, () => body());
  else describe(`${title} (${kind})`, () => body());
};

/** `describe` for tests that stop and start a PostgreSQL of their own. */
export const describeOnServer = (title: string, body: () => void): void => {
  const missing = postgresServerMissing();
  describe.skipIf(missing)(missing ? `${title} (skipped: ${missing})` : title, { timeout: 240_000 }, body);
};

/** The constraint that rejects a statement, or null. Drizzle wraps the error that names it. */
export const refusedBy = async (attempt: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await attempt;
    return null;
  } catch (error) {
    for (let cause: unknown = error; typeof cause === 'object' && cause !== null; cause = Reflect.get(cause, 'cause'))
      if (Reflect.get(cause, 'constraint') !== undefined) return Reflect.get(cause, 'constraint');
    throw error;
  }
};

/** Every row of each table as JSON text, sorted. */
export type StoredRows = ReadonlyMap<string, readonly string[]>;

/** `without`: names of columns that are left out. */
export const storedRows = async (db: Db, without: readonly string[] = []): Promise<StoredRows> => {
  const rowsOf = async (table: PgTable): Promise<readonly string[]> => {
    const row = sql<string>`(to_jsonb(${table}) - ${sql.param([...without])}::text[])::text`;
    return (await db.select({ row }).from(table)).map(({ row: text }) => text).toSorted();
  };
  return new Map(await Promise.all(TABLES.map(async (table) => [getTableName(table), await rowsOf(table)] as const)));
};

/** Runs `body` while every insert into the table fails as if the disk were full. */
export const whileFull = async (db: Db, table: string, body: () => Promise<void>): Promise<void> => {
  await db.execute(sql`
    create or replace function no_space() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$
  `);
  await db.execute(
    sql.raw(`create trigger full_disk before insert on ${table} for each statement execute function no_space()`),
  );
  try {
    await body();
  } finally {
    await db.execute(sql.raw(`drop trigger full_disk on ${table}`));
  }
};

/** Resolves when one statement of this PostgreSQL database waits for a lock, or when `isOver`: no statement will wait anymore. */
export const expectLockWait = (db: Db, isOver: () => boolean = () => false): Promise<void> =>
  until(async () => {
    if (isOver()) return;
    const waiting = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(Reflect.get(Object(waiting), 'rowCount')).toBe(1);
  });
