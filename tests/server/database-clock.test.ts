import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { followDatabaseClock } from '../../server/db/database-clock.ts';
import { describeOn, openTestDatabase } from '../support/test-database.ts';

describeOn('the clock of the database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  test('S21 · is followed, whatever the clock of the server shows', async () => {
    const { db } = database;
    const day = 86_400_000;
    const skewed = new Proxy(db, {
      get: (target, name) =>
        name === 'execute'
          ? () => target.execute(sql`select extract(epoch from clock_timestamp()) * 1000 - ${day}::int as ms`)
          : Reflect.get(target, name),
    });
    for (const [source, behind] of [
      [db, 0],
      [skewed, day],
    ] as const) {
      const { clock, stop } = await followDatabaseClock(source, () => undefined);
      expect(Math.abs(clock.now().getTime() - (Date.now() - behind))).toBeLessThan(5_000);
      stop();
    }
  });
});
