import { sql } from 'drizzle-orm';
import type { StartWorker } from '../app-context.ts';
import { forgetCodes } from '../codes/code-store.ts';
import { forgetMails } from '../codes/sandbox-mailbox.ts';
import { forgetJobs } from '../delivery/outbox.ts';
import { forgetKeys } from '../orders/order-memory.ts';
import { forgetAttempts } from '../users/attempts.ts';
import { forgetDevices } from '../users/login-devices.ts';
import { forgetSessions } from '../users/session-store.ts';

const EVERY_MS = 300_000;

/**
 * What no rule asks about any more: tries, codes, sessions, keys, finished work. The embedded database has no process of its own that would write its log
 * back, so that is done here: otherwise it grows, and recovery after a crash with it.
 */
export const startHousekeeping: StartWorker = ({ db, clock, log, config }) => {
  let running = Promise.resolve();
  const tidy = async (): Promise<void> => {
    try {
      await forgetAttempts(db, clock.now());
      await forgetDevices(db, clock.now());
      await forgetSessions(db, clock.now());
      await forgetCodes(db, clock.now());
      await forgetMails(db, clock.now());
      await forgetKeys(db, clock.now());
      await forgetJobs(db, clock.now());
      if (config.databaseUrl === null) await db.execute(sql`checkpoint`);
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
  };
  const timer = setInterval(() => {
    running = tidy();
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
