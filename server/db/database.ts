import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

type Schema = typeof schema;

/** PGlite or PostgreSQL, or a transaction. PGlite has one connection: inside a transaction use only `tx`. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>;
export type Tx = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** An open database. `close` waits for running statements and releases the folder or the connections. */
export type Database = {
  readonly db: Db;
  readonly kind: 'pglite' | 'postgres';
  readonly close: () => Promise<void>;
};
