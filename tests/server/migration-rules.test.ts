import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../server/db/migrations.ts';
import { problemsOf } from '../support/server/migration-rules.ts';

const journal = v.object({ entries: v.array(v.object({ when: v.number(), tag: v.string() })) });

const files = readdirSync(migrationsFolder())
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

test('migrations run while the previous version serves', () => {
  const problems = files.flatMap((name) =>
    problemsOf(readFileSync(join(migrationsFolder(), name), 'utf8')).map((what) => `${name}: ${what}`),
  );
  expect(problems).toEqual([]);
});

test('each migration is in the journal, with a later time than the one before: others are never run', () => {
  const { entries } = v.parse(
    journal,
    JSON.parse(readFileSync(join(migrationsFolder(), 'meta/_journal.json'), 'utf8')),
  );
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
  const times = entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

test.each([
  'alter table orders drop column moved_at',
  'DROP INDEX orders_due',
  'drop table tickets',
  'alter table orders rename column uid to account_id',
  'alter table orders rename to purchases',
  'alter table orders alter column uid type bigint',
  'alter table orders alter uid set data type bigint',
  'alter table orders alter column epoints set not null',
  'alter table orders add column note text not null',
  'alter table orders add column a text not null, add column b text default 1',
  "alter table orders add column a text default '', add column b text not null",
  'alter table orders add constraint positive check (amount_minor > 0)',
  'alter table orders add constraint owner foreign key (user_id) references users (user_id)',
  'alter table orders add unique (trace_id)',
  'alter table orders add constraint one unique (trace_id)',
  'create index orders_note on orders (note)',
  'create unique index orders_note on orders (note)',
  'create or replace function guard_order () returns trigger language plpgsql as $$ begin return new; end $$',
  "update orders set note = ''",
  'delete from attempts',
  'create table notes (id text); create index orders_note on orders (note)',
  '-- contract:\nalter table orders drop column note',
  '-- locks: short\nalter table orders drop column note',
])('is refused: %s', (migration) => {
  expect(problemsOf(migration)).toHaveLength(1);
});

test.each([
  'alter table orders add column note text',
  "alter table orders add column note text not null default ''",
  "alter table orders add column note text default '' not null",
  'create table notes (id text primary key, order_id text not null references orders (order_id)); create index notes_order on notes (order_id)',
  'create table notes (id text); alter table notes add constraint filled check (id is not null)',
  'create index if not exists orders_note on orders (note)',
  'alter table orders add constraint positive check (amount_minor > 0) not valid',
  'alter table orders validate constraint positive',
  "alter table orders alter column note set default ''",
  '-- contract: 0.3 no longer reads it\nalter table orders drop column note',
  '-- locks: the table has one row per server\ncreate index game_servers_status on game_servers (status)',
  '-- locks: at most a thousand rows\nupdate settings set value = value',
  'create function f () returns trigger language plpgsql as $$ begin delete from a; return new; end $$',
  'set local statement_timeout = 0',
])('is accepted: %s', (migration) => {
  expect(problemsOf(migration)).toEqual([]);
});
