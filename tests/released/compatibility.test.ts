import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { incompatibilities, type ReleasedSchema, readReleasedSchema } from './compatibility.ts';
import { insertRows, migrateToday, openReleasedDatabase } from './released-database.ts';
import { readReleasedServer } from './released-server.ts';

const released = readReleasedServer();
let client: PGlite;
let schema: ReleasedSchema;
beforeAll(async () => {
  client = await openReleasedDatabase(released.migration);
  schema = await readReleasedSchema(client, released);
});
afterAll(() => client.close());

/** The incompatibilities after one more migration, or why it fails on the rows of the release. */
const after = async (migration: string): Promise<string[]> => {
  await client.exec('begin');
  try {
    const failure = await client.exec(migration).then(
      () => null,
      (error: unknown) => String(error),
    );
    return failure === null ? await incompatibilities(client, released, schema) : [failure];
  } finally {
    await client.exec('rollback');
  }
};

test('the recording covers the server: each statement is valid, and each table has rows', () => {
  expect(schema.types.filter(({ types }) => types.startsWith('error'))).toEqual([]);
  expect(released.statements.length).toBeGreaterThan(150);
  expect(new Set(released.rows.map(({ table }) => table)).size).toBeGreaterThan(20);
});

test('the migrations since the release keep its rows, and the release still runs on the new schema', async () => {
  const count = async (): Promise<number> => {
    let sum = 0;
    for (const table of new Set(released.rows.map(({ table }) => table)))
      sum += (await client.query<{ count: number }>(`select count(*)::int from "${table}"`)).rows[0]?.count ?? 0;
    return sum;
  };
  expect(await insertRows(client, released.rows, true)).toEqual([]);
  const before = await count();
  expect(before).toBe(released.rows.length);
  await migrateToday(client);
  expect(await count()).toBe(before);
  expect(await after('')).toEqual([]);
});

test.each([
  ['a dropped column', 'alter table orders drop column pay_url', /column .*pay_url.* does not exist/],
  ['a dropped table', 'drop table tickets cascade', /relation .*tickets.* does not exist/],
  ['a renamed column', 'alter table users rename column nickname to name', /nickname.* does not exist/],
  [
    'a wider type',
    'alter table orders alter column server_id type varchar(64)',
    /was \(.*text.*is .*character varying/,
  ],
  ['a required column', 'alter table orders add column note text not null', /column "note" .* contains null values/],
  [
    'a column that is required from now on',
    `alter table orders add column note text not null default ''; alter table orders alter column note drop default`,
    /null value in column "note"/,
  ],
  [
    'a stricter column',
    'alter table orders alter column pay_url set not null',
    /column "pay_url" .* contains null values/,
  ],
  ['a dropped default', 'alter table channels alter column is_open drop default', /channels\.is_open requires a value/],
  [
    'a check',
    'alter table orders add constraint dear check (amount_minor > 100000) not valid',
    /check constraint "dear"/,
  ],
  ['a unique index', 'create unique index orders_pay_url on orders (pay_url)', /orders_pay_url.* is unique/],
  [
    'a foreign key',
    'alter table orders add foreign key (goods_id) references goods (goods_id) not valid',
    /has the foreign key/,
  ],
  [
    'a trigger that refuses',
    `create function refuse () returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger refuse before insert on orders for each row execute function refuse ()`,
    /orders: no/,
  ],
])('is noticed: %s', async (_, migration, problem) => {
  expect((await after(migration)).join('\n')).toMatch(problem);
});

test.each([
  ['a column that may be null', 'alter table orders add column note text'],
  ['a column with a default', `alter table orders add column note text not null default ''`],
  ['a table', 'create table notes (id text primary key, order_id text not null references orders (order_id))'],
  ['a column with a foreign key', 'alter table orders add column game_ref text references users (user_id)'],
  ['an index', 'create index if not exists orders_note on orders (goods_id)'],
  ['a unique index on a new column', 'alter table orders add column note text unique'],
  ['a check that its rows pass', 'alter table orders add constraint priced check (amount_minor > 0) not valid'],
  [
    'a trigger that fills a new column',
    `alter table orders add column note text;
     create function fill () returns trigger language plpgsql as $$ begin new.note := new.goods_id; return new; end $$;
     create trigger fill before insert or update on orders for each row execute function fill ()`,
  ],
])('is compatible: %s', async (_, migration) => {
  expect(await after(migration)).toEqual([]);
});
