import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import type { Clock } from './clock.ts';

const EVERY_MS = 60_000;
const SAMPLES = 3;

const answer = v.object({
  rows: v.tuple([v.object({ ms: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite()) })]),
});

/**
 * What the database's clock shows when this process has run for 0 ms. Half of a round trip is the error, so the shortest of several
 * counts; they share one connection, so that the wait for a free one is part of none.
 */
const measure = (db: Db, elapsedMs: () => number): Promise<number> =>
  db.transaction(async (tx) => {
    let best = { roundTripMs: Number.POSITIVE_INFINITY, origin: 0 };
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const sent = elapsedMs();
      const read = v.parse(answer, await tx.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`));
      const received = elapsedMs();
      const roundTripMs = received - sent;
      if (roundTripMs < best.roundTripMs) best = { roundTripMs, origin: read.rows[0].ms - (sent + received) / 2 };
    }
    return best.origin;
  });

/**
 * The database's clock, so that all servers that share it agree on deadlines, whatever their own clocks show; between two measurements
 * it runs on the process's monotonic clock. `onError` receives the error of a failed measurement; the last one stays in use.
 */
export const followDatabaseClock = async (
  db: Db,
  onError: (error: unknown) => void,
  elapsedMs: () => number = () => performance.now(),
): Promise<{ readonly clock: Clock; readonly stop: () => void }> => {
  let origin = await measure(db, elapsedMs);
  const timer = setInterval(() => {
    measure(db, elapsedMs).then((measured) => {
      origin = measured;
    }, onError);
  }, EVERY_MS);
  timer.unref();
  return { clock: { now: () => new Date(origin + elapsedMs()) }, stop: () => clearInterval(timer) };
};
