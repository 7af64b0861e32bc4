import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import type { Clock } from './context.ts';
import { repeat } from './interval.ts';

const EVERY_MS = 60_000;
const SAMPLES = 3;

const queryResult = v.object({
  rows: v.tuple([v.object({ ms: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite()) })]),
});

/**
 * The database time at which `elapsedMs` was 0. The error is at most half of a round trip, so the sample with the shortest round trip is
 * used. All samples share one connection, so no sample includes the wait for one.
 */
const measure = (db: Db, elapsedMs: () => number): Promise<number> =>
  db.transaction(async (tx) => {
    let best = { roundTripMs: Number.POSITIVE_INFINITY, origin: 0 };
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const sent = elapsedMs();
      const read = v.parse(
        queryResult,
        await tx.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`),
      );
      const received = elapsedMs();
      const roundTripMs = received - sent;
      if (roundTripMs < best.roundTripMs) best = { roundTripMs, origin: read.rows[0].ms - (sent + received) / 2 };
    }
    return best.origin;
  });

/**
 * The database's clock, so that all servers on one database agree on deadlines. Between measurements it advances with the monotonic
 * clock of the process. `onError` receives errors of failed measurements; the last good one stays in use.
 */
export const followDatabaseClock = async (
  db: Db,
  onError: (error: unknown) => void,
  elapsedMs: () => number = () => performance.now(),
): Promise<{ readonly clock: Clock; readonly stop: () => Promise<void> }> => {
  let origin = await measure(db, elapsedMs);
  const { stop } = repeat(EVERY_MS, () =>
    measure(db, elapsedMs).then((measured) => {
      origin = measured;
    }, onError),
  );
  return { clock: { now: () => new Date(origin + elapsedMs()) }, stop };
};
