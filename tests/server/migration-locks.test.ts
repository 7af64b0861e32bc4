import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLockConflict } from '../../server/db/connection-error.ts';
import { migratePostgres } from '../../server/db/migrate-postgres.ts';
import { withLaterMigrations } from '../support/server/later-migrations.ts';
import { createTestPostgres, postgresMissing, runSql } from '../support/server/postgres-cluster.ts';

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
