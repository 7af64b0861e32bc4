import { sql } from 'drizzle-orm';
import { deleteExpiredKeys } from '../checkout/idempotency-cleanup.ts';
import { deleteExpiredCodes } from '../codes/code-store.ts';
import { logFailure } from '../db/outage-log.ts';
import { deleteFinishedJobs } from '../outbox/outbox.ts';
import { deleteExpiredNotifications } from '../payments/notification-cleanup.ts';
import { deleteExpiredAttempts } from '../runtime/attempts.ts';
import type { AppContext, StartWorker } from '../runtime/context.ts';
import { deleteExpiredSandboxRows } from '../sandbox/sandbox-cleanup.ts';
import { deleteExpiredMails } from '../sandbox/sandbox-mailbox.ts';
import { deleteExpiredDevices } from '../users/login-devices.ts';
import { deleteExpiredSessions } from '../users/session-store.ts';
import { deleteExpiredTickets } from '../users/tickets.ts';
import { runInOneProcess } from './single-runner.ts';

const CHECK_INTERVAL_MS = 60_000;
const HOUSEKEEPING = { name: 'housekeeping', intervalMs: 300_000, retryMs: 60_000 };

const CLEANUPS = [
  deleteExpiredAttempts,
  deleteExpiredDevices,
  deleteExpiredSessions,
  deleteExpiredTickets,
  deleteExpiredCodes,
  deleteExpiredMails,
  deleteExpiredKeys,
  deleteFinishedJobs,
  deleteExpiredNotifications,
  deleteExpiredSandboxRows,
];

/** PGlite has no background checkpointer: without this its log grows, and crash recovery takes longer. */
const cleanUp = async ({ db, clock, config }: AppContext, signal: AbortSignal): Promise<void> => {
  for (const deleteExpired of CLEANUPS) {
    if (signal.aborted) return;
    await deleteExpired(db, clock.now());
  }
  if (config.databaseUrl === null) await db.execute(sql`checkpoint`);
};

/** Deletes expired rows every five minutes, in one of the processes that share the database. */
export const startHousekeeping: StartWorker = (context) => {
  const { log } = context;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const check = (): Promise<unknown> =>
    runInOneProcess(context, HOUSEKEEPING, (lost) => cleanUp(context, AbortSignal.any([lost, stopping.signal]))).catch(
      (error: unknown) => logFailure(log, error, () => log.error({ err: error }, 'housekeeping failed')),
    );
  const timer = setInterval(() => {
    running = running.then(check);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
