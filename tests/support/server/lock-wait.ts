import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../../../server/db/database.ts';
import { until } from '../machines/until.ts';

/** Resolves when one statement of this PostgreSQL database waits for a lock, or when `isOver`: no statement will wait anymore. */
export const expectLockWait = (db: Db, isOver: () => boolean = () => false): Promise<void> =>
  until(async () => {
    if (isOver()) return;
    const waiting = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(Reflect.get(Object(waiting), 'rowCount')).toBe(1);
  });
