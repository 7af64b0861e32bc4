import type { PGlite } from '@electric-sql/pglite';
import { insertRows, type Types, typesOf } from './released-database.ts';
import type { ReleasedServer } from './released-server.ts';

type Named = { readonly name: string };

/** Required values, unique indexes and foreign keys whose columns all existed in the release. */
const GUARDS = `
  select format('%s.%s requires a value', c.table_name, c.column_name) as name
    from information_schema.columns c join checks.columns using (table_name, column_name)
    where c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER'
  union all
  select format('%s is unique', pg_get_indexdef(i.indexrelid)) as name from pg_index i
    join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and i.indisunique
      and not exists (select from unnest(i.indkey::int2[]) as k (attnum) join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
        where a.attname <> all (array(select c.column_name from checks.columns c where c.table_name = t.relname)))
  union all
  select format('%s has the foreign key %s', t.relname, pg_get_constraintdef(c.oid)) from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and not exists (select from unnest(c.conkey) as k (attnum)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
      where a.attname <> all (array(select o.column_name from checks.columns o where o.table_name = t.relname)))`;

const TRIGGERS = `
  select t.relname || '.' || g.tgname as name from pg_trigger g join pg_class t on t.oid = g.tgrelid join pg_namespace n on n.oid = t.relnamespace
    where not g.tgisinternal and n.nspname = 'public'`;

const namesOf = async (client: PGlite, query: string): Promise<string[]> =>
  (await client.query<Named>(query)).rows.map(({ name }) => name);

/** The types of the release's statements, and the guards and triggers of its schema. */
export type ReleasedSchema = {
  readonly types: readonly Types[];
  readonly guards: ReadonlySet<string>;
  readonly triggers: ReadonlySet<string>;
};

/** Reads the schema before the first new migration. */
export const readReleasedSchema = async (client: PGlite, released: ReleasedServer): Promise<ReleasedSchema> => {
  await client.exec(`create table checks.columns as
    select table_name::text, column_name::text from information_schema.columns where table_schema = 'public'`);
  return {
    types: await typesOf(client, released.statements),
    guards: new Set(await namesOf(client, GUARDS)),
    triggers: new Set(await namesOf(client, TRIGGERS)),
  };
};

const SHOWN = 90;

/**
 * Returns what breaks the release in the migrated schema: a statement that no longer prepares or has different types, a row that the release
 * can no longer insert, or a new required value, unique index or foreign key on its columns. Call it in a transaction that is rolled back.
 */
export const incompatibilities = async (
  client: PGlite,
  released: ReleasedServer,
  schema: ReleasedSchema,
): Promise<string[]> => {
  const now = await typesOf(client, released.statements);
  const statements = schema.types.flatMap(({ statement, types }, at) =>
    now[at]?.types === types ? [] : [`${statement.slice(0, SHOWN)} … was ${types}, is ${now[at]?.types}`],
  );
  const guards = (await namesOf(client, GUARDS)).filter((name) => !schema.guards.has(name));
  for (const name of await namesOf(client, TRIGGERS)) {
    const [table, trigger] = name.split('.');
    if (!schema.triggers.has(name))
      await client.exec(`alter table public."${table}" enable always trigger "${trigger}"`);
  }
  await client.exec('set constraints all immediate');
  const tables = await namesOf(
    client,
    `select format('public.%I', tablename) as name from pg_tables where schemaname = 'public'`,
  );
  await client.exec(`set session_replication_role = replica; truncate ${tables.join()}`);
  return [...statements, ...guards, ...(await insertRows(client, released.rows, false))];
};
