import { sql } from 'drizzle-orm';
import { deleteExpiredCodes } from '../codes/code-store.ts';
import { logFailure } from '../db/outage-log.ts';
import { deleteExpiredAttempts } from '../kernel/attempts.ts';
import type { AppContext, StartWorker } from '../kernel/context.ts';
import { deleteExpiredKeys } from '../orders/idempotency-cleanup.ts';
import { deleteFinishedJobs } from '../outbox/outbox.ts';
import { forgetNotifications } from '../payments/notification-cleanup.ts';
import { forgetSandbox } from '../sandbox/sandbox-cleanup.ts';
import { deleteExpiredMails } from '../sandbox/sandbox-mailbox.ts';
import { forgetDevices } from '../users/login-devices.ts';
import { deleteExpiredSessions } from '../users/session-store.ts';
import { forgetTickets } from '../users/tickets.ts';
import { runInOneProcess } from './single-runner.ts';

const LOOK_MS = 60_000;
const HOUSEKEEPING = { name: 'housekeeping', everyMs: 300_000, retryMs: 60_000 };

/** What no rule asks about any more. */
const FORGET = [
  deleteExpiredAttempts,
  forgetDevices,
  deleteExpiredSessions,
  forgetTickets,
  deleteExpiredCodes,
  deleteExpiredMails,
  deleteExpiredKeys,
  deleteFinishedJobs,
  forgetNotifications,
  forgetSandbox,
];

/**
 * The embedded database has no process of its own that would write its log back, so that is done here: otherwise it grows, and recovery
 * after a crash with it.
 */
const tidy = async ({ db, clock, config }: AppContext, lost: AbortSignal): Promise<void> => {
  for (const forget of FORGET) {
    if (lost.aborted) return;
    await forget(db, clock.now());
  }
  if (config.databaseUrl === null) await db.execute(sql`checkpoint`);
};

/** Tidies every five minutes, in one of the processes that share the database. */
export const startHousekeeping: StartWorker = (context) => {
  const { log } = context;
  let running: Promise<unknown> = Promise.resolve();
  const look = (): Promise<unknown> =>
    runInOneProcess(context, HOUSEKEEPING, (lost) => tidy(context, lost)).catch((error: unknown) =>
      logFailure(log, error, () => log.error({ err: error }, 'housekeeping failed')),
    );
  const timer = setInterval(() => {
    running = running.then(look);
  }, LOOK_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
