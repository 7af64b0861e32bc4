import { lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { INTENT_LIFETIME_MS } from '../../src/contract/retention.ts';
import type { Db } from '../db/database.ts';
import { logFailure } from '../db/outage-log.ts';
import {
  attempts,
  idempotencyKeys,
  loginDevices,
  notifications,
  outbox,
  sandboxEvents,
  sandboxFaults,
  sandboxMails,
  sessions,
  tickets,
  verificationCodes,
} from '../db/schema.ts';
import { ATTEMPT_LIFE_MS } from '../runtime/attempts.ts';
import type { AppContext, StartWorker } from '../runtime/context.ts';
import { repeat } from '../runtime/interval.ts';
import { DEVICE_LIFE_MS } from '../users/login-devices.ts';
import { SESSION_LIFE_MS } from '../users/session-store.ts';
import { runInOneProcess } from './single-runner.ts';

/** Keeps each statement far below its time limit, however many rows have accumulated. */
const BATCH = 5_000;

const queryResult = v.object({
  rows: v.tuple([v.object({ deleted: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) })]),
});

export const deleteInBatches = async (db: Db, table: PgTable, where: SQL): Promise<void> => {
  for (;;) {
    const { rows } = v.parse(
      queryResult,
      await db.execute(sql`
        with gone as (
          delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${BATCH})) returning 1
        )
        select count(*) as deleted from gone
      `),
    );
    if (rows[0].deleted < BATCH) return;
  }
};

const CHECK_INTERVAL_MS = 60_000;
const HOUSEKEEPING = { name: 'housekeeping', intervalMs: 300_000, retryMs: 60_000 };

const DAY_MS = 24 * 3_600_000;

type Retention = readonly [time: PgColumn, ms: number];

/** Rows are deleted this long after the time in a column. Without a time they stay: their work is not finished. */
export const RETENTIONS: readonly Retention[] = [
  [attempts.at, ATTEMPT_LIFE_MS],
  [loginDevices.seenAt, DEVICE_LIFE_MS],
  // A kicked session stays for a day after its end, so that its client learns why.
  [sessions.createdAt, SESSION_LIFE_MS + DAY_MS],
  [tickets.expiresAt, 0],
  [verificationCodes.expiresAt, DAY_MS],
  // Longer than a portal retries with a key.
  [idempotencyKeys.createdAt, 2 * INTENT_LIFETIME_MS],
  // Kept for inspection. Repeated jobs are harmless even without their rows.
  [outbox.doneAt, 30 * DAY_MS],
  // Longer than the job of a notification, so that a repeated notification never counts as new while its job exists.
  [notifications.processedAt, 60 * DAY_MS],
  [sandboxMails.at, DAY_MS],
  [sandboxEvents.at, 7 * DAY_MS],
  // Longer test runs set their faults again.
  [sandboxFaults.setAt, 7 * DAY_MS],
];

export const deleteExpired = (db: Db, [time, ms]: Retention, now: Date): Promise<void> =>
  deleteInBatches(db, time.table, lt(time, new Date(now.getTime() - ms)));

/** PGlite has no background checkpointer: without this its log grows, and crash recovery takes longer. */
const cleanUp = async ({ db, clock, config }: AppContext, signal: AbortSignal): Promise<void> => {
  for (const retention of RETENTIONS) {
    if (signal.aborted) return;
    await deleteExpired(db, retention, clock.now());
  }
  if (config.databaseUrl === null) await db.execute(sql`checkpoint`);
};

/** Deletes expired rows every five minutes, in one of the processes that share the database. */
export const startHousekeeping: StartWorker = (context) => {
  const { log } = context;
  const stopping = new AbortController();
  const check = (): Promise<unknown> =>
    runInOneProcess(context, HOUSEKEEPING, (lost) => cleanUp(context, AbortSignal.any([lost, stopping.signal]))).catch(
      (error: unknown) => logFailure(log, error, 'housekeeping failed'),
    );
  const checks = repeat(CHECK_INTERVAL_MS, check);
  return {
    stop: async () => {
      stopping.abort();
      await checks.stop();
    },
  };
};
