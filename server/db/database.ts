import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

type Schema = typeof schema;

/** Either database, and a transaction of it. The embedded one has one connection: inside a transaction use `tx` alone. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>;
export type Tx = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** An open database. `close` waits for what is running and gives the folder or the connections back. */
export type Database = {
  readonly db: Db;
  readonly kind: 'pglite' | 'postgres';
  readonly close: () => Promise<void>;
};
