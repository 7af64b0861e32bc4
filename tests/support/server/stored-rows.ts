import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { TABLES } from '../../../server/db/compatibility.ts';
import type { Db } from '../../../server/db/database.ts';

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
