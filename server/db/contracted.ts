import { getTableColumns, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { Db } from './database.ts';
import { TABLES } from './tables.ts';

const columnRow = v.object({ table_name: v.string(), column_name: v.string(), required: v.boolean() });
const queryResult = v.object({ rows: v.array(columnRow) });

/** The most names in one message; more would not help an operator. */
const NAMED = 3;

const listed = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ');

/**
 * Returns why this version cannot use the database, as the end of a sentence, or null if it can. A newer version may add tables and
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
  if (missing.length) return `no longer has ${listed(missing)}`;
  const own = new Set(TABLES.map((table) => getTableConfig(table).name));
  const required = [...found].filter(([, row]) => row.required && own.has(row.table_name)).map(([name]) => name);
  return required.length ? `requires ${listed(required)}, which this release does not write` : null;
};

/** What an operator can do about it. */
export const INCOMPATIBLE_ADVICE =
  'A newer release has migrated it. Start that release or a later one; the changelog names the releases that share a database.';
