import { mkdtempSync, rmSync } from 'node:fs';
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
import { fillDataDir } from '../support/server/empty-data-dir.ts';
import { withLaterMigrations } from '../support/server/later-migrations.ts';
import { createTestPostgres } from '../support/server/postgres-cluster.ts';
import { describeOn } from '../support/server/test-database.ts';

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
    await fillDataDir(dataDir);
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

describeOn(
  'a PostgreSQL of a later version',
  () => {
    test('opens after a migration that adds, and is refused after one that removes', async () => {
      const { url, drop } = await createTestPostgres();
      const lineAfter = async (...texts: readonly string[]): Promise<string | null> => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await withLaterMigrations(texts, (migrationsFolder) => migratePostgres(client, migrationsFolder));
        await client.end();
        const opening = await openDatabase({ databaseUrl: url, databasePoolSize: 2, dataDir: '' }, () => undefined);
        if (!opening.ok) return opening.line;
        await opening.database.close();
        return null;
      };
      expect(await lineAfter(EXPAND)).toBeNull();
      expect(await lineAfter(EXPAND, CONTRACT)).toMatch(/^Database: .* no longer has users\.nickname/);
      await drop();
    });
  },
  'postgres',
);
