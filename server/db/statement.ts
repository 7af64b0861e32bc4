import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A value as both drivers accept it: times in ISO 8601, JSON as text. */
export type Value = string | number | boolean | null;

/** Values of one row, in the order of the columns. */
export type Row = readonly unknown[];

/** A prepared statement. Resolves with its rows. */
export type Statement<Result> = (db: Db, values: readonly Value[]) => Promise<Result[]>;

/** `readsByKey`: it reads a few rows by their keys and waits for no lock, so it may share a connection with others. */
export type PreparedText = { readonly name: string; readonly text: string; readonly readsByKey?: true };

/** Sends a prepared statement. Resolves with its rows, times as text. */
export type SendStatement = (statement: PreparedText, values: readonly Value[]) => Promise<readonly Row[]>;

const senders = new WeakMap<Db, SendStatement>();

/** Sets a faster way to send statements than the query builder's session. Transactions still use the session. */
export const setStatementSender = (db: Db, send: SendStatement): void => {
  senders.set(db, send);
};

const sendBySession = (db: Db, { name, text }: PreparedText, values: readonly Value[]): Promise<readonly Row[]> =>
  db._.session
    .prepareQuery<{ execute: readonly Row[]; all: never; values: never }>(
      { sql: text, params: [...values] },
      undefined,
      name,
      true,
      (rows) => rows,
    )
    .execute();

/**
 * A statement that PostgreSQL parses and plans once per connection. `name` belongs to exactly one text in the whole server. The query
 * builder would build the text again for each call, which costs more than the query.
 */
export const statement =
  <Result>(prepared: PreparedText, read: (row: Row) => Result): Statement<Result> =>
  async (db, values) => {
    const send = senders.get(db);
    const rows = await (send ? send(prepared, values) : sendBySession(db, prepared, values));
    return rows.map(read);
  };

/** Columns of a table in a statement, and how to read them from a row. */
export type Columns<Record> = {
  readonly text: string;
  readonly width: number;
  /** Reads the columns that start at `at`. */
  readonly read: (row: Row, at: number) => Record;
};

export const columnsOf = <Table extends PgTable, Name extends keyof Table['$inferSelect'] & string>(
  table: Table,
  alias: string,
  names: readonly Name[],
): Columns<Pick<Table['$inferSelect'], Name>> => {
  const known = getTableColumns(table);
  const columns = names.map((name) => {
    const column = known[name];
    if (!column) throw new Error(`the table has no column ${name}`);
    return { name, column };
  });
  return {
    text: columns.map(({ column }) => `${alias}.${column.name}`).join(', '),
    width: columns.length,
    read: (row, at) => {
      const record: Record<string, unknown> = {};
      columns.forEach(({ name, column }, index) => {
        const value = row[at + index];
        record[name] = value === null ? null : column.mapFromDriverValue(value);
      });
      return record as Pick<Table['$inferSelect'], Name>;
    },
  };
};

/**
 * The part of a statement that reads data of one player. `player`: the player's id in SQL. Its parameters start at $2, and its left joins
 * add at most one row. It can therefore be read in the statement that checks a session (users/session-store.ts), or alone.
 */
export type SessionJoin<Data> = {
  readonly name: string;
  readonly columns: string;
  readonly joins: (player: string) => string;
  readonly read: (row: Row, at: number) => Data;
};

/** Reads a part for a player whose session is already checked. */
export const createPartReader = <Data>({ name, columns, joins, read }: SessionJoin<Data>) => {
  const text = `select ${columns} from (select) as one ${joins('$1::text')}`;
  const run = statement({ name, text, readsByKey: true }, (row) => read(row, 0));
  return async (db: Db, userId: string, values: readonly Value[]): Promise<Data> => {
    const [data] = await run(db, [userId, ...values]);
    if (data === undefined) throw new Error(`the statement ${name} has no row`);
    return data;
  };
};
