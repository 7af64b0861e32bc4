import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { isLockConflict } from './connection-error.ts';
import { addOrderMoves } from './migrations.ts';

/** Advisory lock key: servers that start together migrate one after the other. */
const MIGRATION_LOCK = 720_418_533;

/**
 * A migration that waits for a table blocks every later statement on it. This time is shorter than PostgreSQL's `deadlock_timeout` (1 s),
 * so in a deadlock the migration gives way, not a player's request.
 */
const LOCK_TIMEOUT_MS = 300;

const PAUSE_MS = 500;
const GIVE_UP_AFTER_MS = 120_000;

/**
 * Applies the missing migrations of a folder in one transaction, without a statement timeout, and adds the missing moves of orders. If a
 * running transaction has a lock that a migration needs, rolls back and tries again for `giveUpAfterMs`; then rejects with the error of
 * PostgreSQL. The session keeps its time limits: use a client of its own.
 */
export const migratePostgres = async (
  client: pg.Client | pg.PoolClient,
  migrationsFolder: string,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<void> => {
  const db = drizzle(client);
  const end = performance.now() + giveUpAfterMs;
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    for (;;) {
      try {
        await migrate(db, { migrationsFolder });
        await addOrderMoves(db);
        return;
      } catch (error) {
        if (!isLockConflict(error) || performance.now() > end) throw error;
        await pause(PAUSE_MS);
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
};
