import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Clock } from '../app-context.ts';
import type { Db } from './database.ts';

const EVERY_MS = 60_000;
const answer = v.object({
  rows: v.tuple([v.object({ ms: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite()) })]),
});

/** What the database's clock shows when this process has run for 0 ms; half the way there and back is its age. */
const measure = async (db: Db): Promise<number> => {
  const sent = performance.now();
  const told = v.parse(answer, await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`));
  return told.rows[0].ms - (sent + performance.now()) / 2;
};

/**
 * The database's clock, so that all servers that share it agree on deadlines, whatever their own clocks show; between two measurements
 * it runs on the process's monotonic clock. `onError` hears of a measurement that failed: the last one stays.
 */
export const followDatabaseClock = async (
  db: Db,
  onError: (error: unknown) => void,
): Promise<{ readonly clock: Clock; readonly stop: () => void }> => {
  let origin = await measure(db);
  const timer = setInterval(() => {
    measure(db).then((measured) => {
      origin = measured;
    }, onError);
  }, EVERY_MS);
  timer.unref();
  return { clock: { now: () => new Date(origin + performance.now()) }, stop: () => clearInterval(timer) };
};
