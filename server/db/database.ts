import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** PGlite or PostgreSQL, or a transaction. PGlite has one connection: inside a transaction use only `tx`. */
export type Db = PgDatabase<PgQueryResultHKT>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Connections of this process. `waiting`: statements and transactions that wait for one. */
type Connections = {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
};

/** An open database. `close` waits for running statements and releases the folder or the connections. */
export type Database = {
  readonly db: Db;
  readonly kind: 'pglite' | 'postgres';
  /** null: the embedded database. */
  readonly connections: (() => Connections) | null;
  readonly close: () => Promise<void>;
};
