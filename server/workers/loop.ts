import { logFailure } from '../db/outage-log.ts';
import { onWake } from '../outbox/outbox.ts';
import type { AppContext } from '../runtime/context.ts';

/** Interval for work that was postponed or announced in another process. */
const POLL_MS = 500;

export type Loop = { readonly wake: () => void; readonly stop: () => Promise<void> };

/** Calls `tick` now, after each commit that added work, and twice a second; never concurrently. `stop` waits for the last tick. */
export const startLoop = ({ db, log }: Pick<AppContext, 'db' | 'log'>, tick: () => Promise<void>): Loop => {
  let isStopped = false;
  let isWoken = false;
  let endPause = (): void => undefined;

  const wake = (): void => {
    isWoken = true;
    endPause();
  };
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (isWoken || isStopped) return resolve();
      const timer = setTimeout(resolve, POLL_MS);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false;
      try {
        await tick();
      } catch (error) {
        logFailure(log, error, 'worker iteration failed; continuing');
      }
      await pause();
    }
  };

  const unsubscribe = onWake(db, wake);
  const running = run().catch((error: unknown) => log.fatal({ err: error }, 'the worker loop crashed'));
  return {
    wake,
    stop: async () => {
      isStopped = true;
      unsubscribe();
      wake();
      await running;
    },
  };
};
