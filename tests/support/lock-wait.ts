import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Db } from '../../server/db/database.ts';

/** Resolves when one statement of this PostgreSQL database waits for a lock. */
export const expectLockWait = (db: Db): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(Reflect.get(Object(waiting), 'rowCount')).toBe(1);
  });
