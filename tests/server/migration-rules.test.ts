import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLockConflict } from '../../server/db/connection-error.ts';
import { migratePostgres } from '../../server/db/migrate-postgres.ts';
import { migrationsFolder } from '../../server/db/migrations.ts';
import { withLaterMigrations } from '../support/server/later-migrations.ts';
import { createTestPostgres, postgresMissing, runSql } from '../support/server/postgres-cluster.ts';

type Rule = { readonly what: string; readonly pattern: RegExp; readonly marker: 'contract' | 'locks' };

/** What a migration must not do while the previous version of the server runs, or while a table is in use. */
const RULES: readonly Rule[] = [
  {
    what: 'drops something that the previous version may use',
    marker: 'contract',
    pattern: /\bdrop\s+(?:column|table|index|view|function|trigger|type|sequence|schema|default)\b/,
  },
  { what: 'renames something that the previous version uses', marker: 'contract', pattern: /\brename\b/ },
  {
    what: 'changes the type of a column',
    marker: 'contract',
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
  },
  {
    what: 'replaces something that the previous version uses',
    marker: 'contract',
    pattern: /^create or replace (?:function|procedure|trigger|view)\b/,
  },
  {
    what: 'requires a value that the previous version does not write',
    marker: 'contract',
    pattern:
      /\bset\s+not\s+null\b|\badd\s+column\s(?:(?!\bdefault\b|,\s*add\b).)*\bnot\s+null\b(?!(?:(?!,\s*add\b).)*\bdefault\b)/s,
  },
  {
    what: 'checks every row under a lock: add NOT VALID, and validate in the next migration',
    marker: 'locks',
    pattern: /\badd\s+constraint\b(?!.*\bnot\s+valid\b).*\b(?:check|foreign\s+key|references)\b/s,
  },
  {
    what: 'builds an index under a lock',
    marker: 'locks',
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key)\b/,
  },
  { what: 'writes rows that are in use', marker: 'locks', pattern: /^(?:update|delete|truncate)\b/ },
];

const INDEX = /^create\s+(?:unique\s+)?index\s+(if\s+not\s+exists\s+)?(\w+)\s+on\s+(?:only\s+)?(\w+)/;

/** `text`: in lower case, without comments and bodies of functions. `markers`: kinds of the comments of this statement. */
type Statement = { readonly text: string; readonly markers: ReadonlySet<string> };

const statementsOf = (migration: string): Statement[] =>
  migration
    .replace(/\$\$[\s\S]*?\$\$/g, "''")
    .split(/;|--> statement-breakpoint/)
    .map((part) => ({
      text: part.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase(),
      markers: new Set([...part.matchAll(/^\s*-- (contract|locks): \S.*\S/gm)].map(([, marker = '']) => marker)),
    }))
    .filter(({ text }) => text !== '');

/**
 * What is wrong with a migration that runs while the previous version serves. A comment `-- contract: reason` before a statement says that
 * the previous version does not need what it removes; `-- locks: reason` says why its lock is short.
 */
const problemsOf = (migration: string): string[] => {
  const statements = statementsOf(migration);
  const created = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []),
  );
  const isNew = (table: string | undefined): boolean => table !== undefined && created.has(table);
  return statements.flatMap(({ text, markers }) => {
    const [, isOptional, index, indexed] = INDEX.exec(text) ?? [];
    if (index) {
      const mayBeBuilt = isNew(indexed) || isOptional || markers.has('locks');
      return mayBeBuilt
        ? []
        : [`${index} builds an index under a lock: use IF NOT EXISTS, so that it can be built before`];
    }
    const [, altered] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(text) ?? [];
    if (isNew(altered)) return [];
    return RULES.filter(({ pattern, marker }) => pattern.test(text) && !markers.has(marker)).map(
      ({ what }) => `${text.slice(0, 60)} ${what}`,
    );
  });
};

const journal = v.object({ entries: v.array(v.object({ when: v.number(), tag: v.string() })) });

const files = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

test('migrations run while the previous version serves', () => {
  const problems = files.flatMap((name) =>
    problemsOf(readFileSync(join(migrationsFolder, name), 'utf8')).map((what) => `${name}: ${what}`),
  );
  expect(problems).toEqual([]);
});

test('each migration is in the journal, with a later time than the one before: others are never run', () => {
  const { entries } = v.parse(journal, JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')));
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
  const times = entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

const missing = postgresMissing();
/** The first statement locks `orders` against writes, the second against reads too. */
const EXPAND = `create table notes (order_id text primary key references orders (order_id));
--> statement-breakpoint
alter table orders add column note text;`;
const READ = 'select count(*) from orders';
const WRITE = `update orders set goods_name = goods_name where order_id = 'none'`;

describe.skipIf(missing)(`migrations and locks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let url: string;
  let drop: () => Promise<void>;
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    return client;
  };
  const migrate = async (giveUpAfterMs?: number): Promise<void> => {
    const client = await connect();
    await withLaterMigrations([EXPAND], (folder) => migratePostgres(client, folder, giveUpAfterMs));
  };
  const isMigrated = async (): Promise<boolean> =>
    (await runSql(url, `select to_regclass('notes') is not null as found`))[0]?.['found'] === true;
  const waitForLock = async (): Promise<void> => {
    const client = await connect();
    const waiting = async () =>
      (
        await client.query(
          'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
        )
      ).rows.length;
    await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);
  };

  beforeAll(async () => {
    ({ url, drop } = await createTestPostgres());
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await drop();
  });

  test('a migration that never gets its lock changes nothing and rejects with the error of the lock', async () => {
    const request = await connect();
    await request.query('begin');
    await request.query(READ);
    await expect(migrate(500)).rejects.toSatisfy(isLockConflict);
    expect(await isMigrated()).toBe(false);
    await request.query('rollback');
  });

  test('a migration gives way to a transaction that reads an order and then writes it, and tries again', {
    timeout: 60_000,
  }, async () => {
    const request = await connect();
    await request.query('begin');
    await request.query(READ);
    const migration = migrate();
    await waitForLock();
    const reader = await connect();
    await reader.query(READ);
    await request.query(WRITE);
    expect(await isMigrated()).toBe(false);
    await request.query('commit');
    await migration;
    expect(await isMigrated()).toBe(true);
  });
});
