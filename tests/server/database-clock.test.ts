import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db, Tx } from '../../server/db/database.ts';
import { followDatabaseClock } from '../../server/runtime/database-clock.ts';
import { describeOn, sharedTestDatabase } from '../support/server/test-database.ts';

/** `db` with a different `transaction`: `wait` runs before it begins, `query` replaces each statement. */
const changed = (db: Db, wait: () => void, query: (tx: Tx) => Promise<unknown>): Db =>
  new Proxy(db, {
    get: (target, name) =>
      name === 'transaction'
        ? (run: (tx: Tx) => Promise<unknown>) => {
            wait();
            return target.transaction((tx) =>
              run(new Proxy(tx, { get: (t, key) => (key === 'execute' ? () => query(t) : Reflect.get(t, key)) })),
            );
          }
        : Reflect.get(target, name),
  });

describeOn('the clock of the database', () => {
  const database = sharedTestDatabase();

  test('the database clock is followed, whatever the server’s clock shows (S21)', async () => {
    const { db } = database;
    const day = 86_400_000;
    const skewed = changed(
      db,
      () => undefined,
      (tx) => tx.execute(sql`select extract(epoch from clock_timestamp()) * 1000 - ${day}::int as ms`),
    );
    for (const [source, behind] of [
      [db, 0],
      [skewed, day],
    ] as const) {
      const { clock, stop } = await followDatabaseClock(source, () => undefined);
      expect(Math.abs(clock.now().getTime() - (Date.now() - behind))).toBeLessThan(60_000);
      stop();
    }
  });

  test('neither the wait for a connection nor one slow response skews it (F28)', async () => {
    const shown = 1_760_000_000_000;
    const roundTrips = [8_000, 2, 600];
    let elapsed = 0;
    const slow = changed(
      database.db,
      () => {
        elapsed += 20_000;
      },
      async () => {
        const roundTrip = roundTrips.shift() ?? 0;
        elapsed += roundTrip;
        return { rows: [{ ms: shown + elapsed - roundTrip * 0.9 }] };
      },
    );
    const { clock, stop } = await followDatabaseClock(
      slow,
      () => undefined,
      () => elapsed,
    );
    expect(Math.abs(clock.now().getTime() - (shown + elapsed))).toBeLessThanOrEqual(1);
    stop();
  });
});
