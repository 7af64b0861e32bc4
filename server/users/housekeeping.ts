import type { StartWorker } from '../app-context.ts';
import { forgetAttempts } from './attempts.ts';
import { forgetSessions } from './session-store.ts';

const EVERY_MS = 3_600_000;

/** Hourly: login tries and sessions that no rule asks about any more. */
export const startHousekeeping: StartWorker = ({ db, clock, log }) => {
  let running = Promise.resolve();
  const tidy = async (): Promise<void> => {
    try {
      await forgetAttempts(db, clock.now());
      await forgetSessions(db, clock.now());
    } catch (error) {
      log.error({ err: error }, 'old sessions could not be removed');
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
