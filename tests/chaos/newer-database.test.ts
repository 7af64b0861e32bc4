import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migratePostgres } from '../../server/db/migrate-postgres.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { users } from '../../server/db/schema.ts';
import { ROOT } from '../../server/prepare.mjs';
import { checkBooks } from '../cluster/books.ts';
import { startLoad } from '../cluster/load.ts';
import { failureProblems } from '../cluster/report.ts';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { withLaterMigrations } from '../support/server/later-migrations.ts';
import { createTestPostgres, postgresMissing } from '../support/server/postgres-cluster.ts';

const BREAK = '--> statement-breakpoint';
/** A later version adds what it needs, and copies a value that this version writes. */
const EXPAND = [
  'create table notes (order_id text primary key references orders (order_id), text text not null);',
  `alter table orders add column note text not null default '', add column realm text;`,
  'create function copy_realm () returns trigger language plpgsql as $$ begin new.realm := new.server_id; return new; end $$;',
  'create trigger copy_realm before insert or update on orders for each row execute function copy_realm ();',
].join(BREAK);
/** The version after it removes what this version still reads. */
const CONTRACT = ['alter table users drop column nickname;', 'drop table tickets cascade;'].join(BREAK);
const REQUIRE = `alter table users add column realm text not null;`;

const ADVICE =
  'A newer release has migrated it. Start that release or a later one; the changelog names the releases that share a database.';

test('an embedded database of a later version opens while it has everything that this version uses', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-newer-'));
  const folder = join(dataDir, 'postgres');
  const open = () => openDatabase({ databaseUrl: null, databasePoolSize: 2, dataDir }, () => undefined);
  const migrateWith = async (...texts: string[]): Promise<void> => {
    const client = await PGlite.create(folder);
    await withLaterMigrations(texts, (migrationsFolder) => migrate(drizzle({ client }), { migrationsFolder }));
    await client.close();
  };
  const lineOf = async (): Promise<string | null> => {
    const opening = await open();
    if (!opening.ok) return opening.line;
    await opening.database.db.select().from(users);
    await opening.database.close();
    return null;
  };
  try {
    expect(await lineOf()).toBeNull();
    await migrateWith(EXPAND);
    expect(await lineOf()).toBeNull();
    await migrateWith(EXPAND, REQUIRE);
    expect(await lineOf()).toBe(
      `Database: the folder ${folder} requires users.realm, which this release does not write. ${ADVICE}`,
    );
    await migrateWith(EXPAND, REQUIRE, CONTRACT);
    expect(await lineOf()).toMatch(
      / no longer has users\.nickname, tickets\.\w+, tickets\.\w+ and \d+ more\. A newer release/,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const isBuilt = existsSync(join(ROOT, 'dist', 'server', 'main.js'));
const missing = isBuilt ? postgresMissing() : 'dist/server is not built';

test.skipIf(missing)(
  `a later version migrates under load: this version keeps serving, restarts, and refuses the database only after the contraction${missing ? ` (skipped: ${missing})` : ''}`,
  async () => {
    const { url: databaseUrl, drop } = await createTestPostgres();
    const portal = await createPortalProcess({ DRAIN_DELAY: '0' }, databaseUrl);
    const client = new pg.Client({ connectionString: databaseUrl });
    const migrateWith = (...texts: string[]): Promise<void> =>
      withLaterMigrations(texts, (migrationsFolder) => migratePostgres(client, migrationsFolder));
    try {
      await client.connect();
      await portal.start();
      const load = await startLoad(portal.url, 2);
      const more = async (): Promise<void> => {
        const before = load.acknowledged.size;
        await expect.poll(() => load.acknowledged.size, { timeout: 120_000 }).toBeGreaterThanOrEqual(before + 4);
      };
      await more();
      await migrateWith(EXPAND);
      await more();
      await load.stop();
      expect(failureProblems(load.samples)).toEqual([]);
      await portal.stop();
      await portal.start();
      const reload = await startLoad(portal.url, 2);
      await expect.poll(() => reload.acknowledged.size, { timeout: 120_000 }).toBeGreaterThanOrEqual(4);
      await reload.stop();
      expect(failureProblems(reload.samples)).toEqual([]);
      for (const { acknowledged } of [load, reload])
        expect((await checkBooks(databaseUrl, acknowledged)).problems).toEqual([]);
      const copied = await client.query('select order_id from orders where order_id = any($1) and realm = server_id', [
        [...reload.acknowledged],
      ]);
      expect(copied.rows).toHaveLength(reload.acknowledged.size);
      await portal.stop();
      await migrateWith(EXPAND, CONTRACT);
      await expect(portal.start()).rejects.toThrow(
        /Database: .* no longer has .*users\.nickname.* A newer release has migrated it/s,
      );
    } finally {
      await client.end();
      await portal.remove();
      await drop();
    }
  },
);
