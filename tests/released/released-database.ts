import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../../server/db/migrations.ts';
import type { ReleasedRow } from './released-server.ts';

type Entry = { readonly idx: number; readonly when: number; readonly tag: string };
type Journal = { readonly entries: readonly Entry[] };

const JOURNAL = 'meta/_journal.json';
const readJournal = (folder: string): Journal => JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8'));

/** Tags of all migrations, in order. */
export const migrationTags = (): string[] => readJournal(migrationsFolder()).entries.map(({ tag }) => tag);

/** Runs a task with a copy of the migrations that `change` has edited. */
const withMigrations = async (
  change: (folder: string) => readonly Entry[],
  task: (folder: string) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  try {
    cpSync(migrationsFolder(), folder, { recursive: true });
    const entries = change(folder);
    writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...readJournal(folder), entries }));
    await task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const upTo =
  (last: string) =>
  (folder: string): readonly Entry[] => {
    const { entries } = readJournal(folder);
    const at = entries.findIndex(({ tag }) => tag === last);
    if (at < 0) throw new Error(`there is no migration ${last}`);
    return entries.slice(0, at + 1);
  };

/** Runs a task with the migrations of a later version, which has one more for each given text. */
export const withLaterMigrations = (texts: readonly string[], task: (folder: string) => Promise<void>): Promise<void> =>
  withMigrations((folder) => {
    const { entries } = readJournal(folder);
    const later = texts.map((text, at): Entry => {
      const tag = `later_${at}`;
      writeFileSync(join(folder, `${tag}.sql`), text);
      return { ...entries.at(-1), idx: entries.length + at, when: (entries.at(-1)?.when ?? 0) + 1_000 * (at + 1), tag };
    });
    return [...entries, ...later];
  }, task);

/**
 * SQL functions of the checks. `prepared_types`: the types of parameters and results of each statement, or its error. `insert_alone`: the
 * error of inserting a row as the release does, or null; `keep` keeps the row.
 */
const CHECKS = `
  create schema checks;
  create function checks.prepared_types (statements text[]) returns table (types text) language plpgsql as $$
  declare one text;
  begin
    foreach one in array statements loop
      begin
        execute 'prepare released as ' || one;
        select format('(%s) returns (%s)', array_to_string(p.parameter_types, ', '), array_to_string(p.result_types, ', '))
          into types from pg_prepared_statements p where p.name = 'released';
        deallocate released;
      exception when others then types := 'error: ' || sqlerrm;
      end;
      return next;
    end loop;
  end $$;
  create function checks.insert_alone (name text, value jsonb, keep boolean) returns text language plpgsql as $$
  declare columns text;
  begin
    select string_agg(quote_ident(key), ', ') into columns from jsonb_object_keys(value) as key;
    execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)', name, columns, columns, name)
      using value;
    if not keep then raise exception using errcode = 'CHK01'; end if;
    return null;
  exception
    when sqlstate 'CHK01' then return null;
    when others then return sqlerrm;
  end $$;`;

/** A database as the release has left it. */
export const openReleasedDatabase = async (migration: string): Promise<PGlite> => {
  const client = await PGlite.create();
  await withMigrations(upTo(migration), (migrations) => migrate(drizzle({ client }), { migrationsFolder: migrations }));
  await client.exec(CHECKS);
  return client;
};

export const migrateToday = async (client: PGlite): Promise<void> => {
  await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() });
};

export type Types = { readonly statement: string; readonly types: string };

export const typesOf = async (client: PGlite, statements: readonly string[]): Promise<Types[]> => {
  const { rows } = await client.query<{ types: string }>('select types from checks.prepared_types($1)', [statements]);
  return rows.map(({ types }, at) => ({ statement: statements[at] ?? '', types }));
};

/** Inserts rows without the triggers and foreign keys of the release. Resolves with the errors. `keep`: the rows stay, unless their key is taken. */
export const insertRows = async (client: PGlite, rows: readonly ReleasedRow[], keep: boolean): Promise<string[]> => {
  await client.exec('set session_replication_role = replica');
  const found = await client.query<{ problem: string }>(
    `select distinct format('%s: %s', name, problem) as problem
      from jsonb_to_recordset($1::jsonb) as given (name text, value jsonb), checks.insert_alone(name, value, $2) as problem
      where problem is not null`,
    [JSON.stringify(rows.map(({ table, row }) => ({ name: table, value: row }))), keep],
  );
  await client.exec('set session_replication_role = origin');
  return found.rows.map(({ problem }) => problem);
};
