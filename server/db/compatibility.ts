import { getTableColumns, is, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { Db } from './database.ts';
import { migrationsFolder } from './migrations.ts';
import * as schema from './schema.ts';

/** Every table that this version reads or writes. */
export const TABLES: readonly PgTable[] = Object.values(schema).filter((value) => is(value, PgTable));

const columnRow = v.object({ table_name: v.string(), column_name: v.string(), required: v.boolean() });
const queryResult = v.object({ rows: v.array(columnRow) });
const journalResult = v.object({ rows: v.array(v.object({ found: v.boolean() })) });
const hashResult = v.object({ rows: v.array(v.object({ hash: v.string() })) });

/**
 * Returns why no release can migrate the database, as the end of a sentence, or null if this one can. A build before the first release made
 * a database with another first migration.
 */
export const findForeignOrigin = async (db: Db): Promise<string | null> => {
  const journal = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`);
  if (!v.parse(journalResult, journal).rows[0]?.found) return null;
  const { rows } = v.parse(
    hashResult,
    await db.execute(sql`select hash from drizzle.__drizzle_migrations order by created_at limit 1`),
  );
  const [first] = readMigrationFiles({ migrationsFolder });
  return rows[0] === undefined || rows[0].hash === first?.hash
    ? null
    : 'was made by a build before the first release, and no release can migrate it. Delete it, or set DATABASE_URL or DATA_DIR to another one.';
};

const NEWER_ADVICE =
  'A newer release has migrated it. Start that release or a later one; the changelog names the releases that share a database.';

/** The most names in one message; more would not help an operator. */
const NAMED = 3;

const listed = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ');

/**
 * Returns why this version cannot use the migrated database, as the end of a sentence, or null if it can. A newer version may add tables and
 * columns. It must not have removed one that this version uses, or require a value that this version does not write.
 */
export const findIncompatibility = async (db: Db): Promise<string | null> => {
  const { rows } = v.parse(
    queryResult,
    await db.execute(sql`
      select table_name, column_name, is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as required
      from information_schema.columns where table_schema = current_schema()`),
  );
  const found = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row]));
  const missing: string[] = [];
  for (const table of TABLES) {
    const { name } = getTableConfig(table);
    for (const column of Object.values(getTableColumns(table)))
      if (!found.delete(`${name}.${column.name}`)) missing.push(`${name}.${column.name}`);
  }
  if (missing.length) return `no longer has ${listed(missing)}. ${NEWER_ADVICE}`;
  const own = new Set(TABLES.map((table) => getTableConfig(table).name));
  const required = [...found].filter(([, row]) => row.required && own.has(row.table_name)).map(([name]) => name);
  return required.length ? `requires ${listed(required)}, which this release does not write. ${NEWER_ADVICE}` : null;
};
