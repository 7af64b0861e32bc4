import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A value as both drivers take it: times in ISO 8601, JSON as text. */
export type Value = string | number | boolean | null;

/** Values of one row, in the order of the columns. */
export type Row = readonly unknown[];

/** A prepared statement. Resolves with its rows. */
export type Statement<Result> = (db: Db, values: readonly Value[]) => Promise<Result[]>;

/**
 * A statement that PostgreSQL parses and plans once per connection. `name` belongs to exactly one text in the whole server. The query
 * builder would write the text again for each call, which costs more than the query.
 */
export const statement =
  <Result>(name: string, text: string, read: (row: Row) => Result): Statement<Result> =>
  (db, values) =>
    db._.session
      .prepareQuery<{ execute: Result[]; all: never; values: never }>(
        { sql: text, params: [...values] },
        undefined,
        name,
        true,
        (rows) => rows.map(read),
      )
      .execute();

/** Columns of a table in a statement, and how to read them from a row. */
export type Columns<Record> = {
  readonly text: string;
  readonly width: number;
  /** Reads the columns that start at `at`. */
  readonly read: (row: Row, at: number) => Record;
};

/** All columns of a table under an alias. */
export const columnsOf = <Table extends PgTable>(table: Table, alias: string): Columns<Table['$inferSelect']> => {
  const columns = Object.entries(getTableColumns(table));
  return {
    text: columns.map(([, { name }]) => `${alias}.${name}`).join(', '),
    width: columns.length,
    read: (row, at) => {
      const record: Record<string, unknown> = {};
      columns.forEach(([key, column], index) => {
        const value = row[at + index];
        record[key] = value === null ? null : column.mapFromDriverValue(value);
      });
      return record as Table['$inferSelect'];
    },
  };
};

/**
 * What a statement reads about one player, the row `s.user_id`. Its parameters start at $2; it joins at most one row, from the left.
 * So it can be read in the statement that checks a session (users/session-store.ts), or alone.
 */
export type PlayerPart<Data> = {
  readonly name: string;
  readonly columns: string;
  readonly joins: string;
  readonly read: (row: Row, at: number) => Data;
};

/** Reads a part for a player whose session is already checked. */
export const readPart = <Data>({ name, columns, joins, read }: PlayerPart<Data>) => {
  const run = statement(name, `select ${columns} from (select $1::text as user_id) s ${joins}`, (row) => read(row, 0));
  return async (db: Db, userId: string, values: readonly Value[]): Promise<Data> => {
    const [data] = await run(db, [userId, ...values]);
    if (data === undefined) throw new Error(`the statement ${name} has no row`);
    return data;
  };
};
