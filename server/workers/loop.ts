import { logFailure } from '../db/outage-log.ts';
import type { AppContext } from '../kernel/context.ts';
import { onWake } from '../outbox/wake.ts';

/** How often work is looked for that was not announced in this process, or that was postponed. */
const POLL_MS = 500;

export type Loop = { readonly wake: () => void; readonly stop: () => Promise<void> };

/** Calls `tick` now, after each commit that left work, and twice a second; never two at a time. `stop` waits for the last tick. */
export const startLoop = ({ db, log }: Pick<AppContext, 'db' | 'log'>, tick: () => Promise<void>): Loop => {
  let isStopped = false;
  let isWoken = false;
  let rouse = (): void => undefined;

  const wake = (): void => {
    isWoken = true;
    rouse();
  };
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      if (isWoken || isStopped) return resolve();
      const timer = setTimeout(resolve, POLL_MS);
      rouse = () => {
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
        logFailure(log, error, () => log.error({ err: error }, 'worker iteration failed; continuing'));
      }
      await rest();
    }
  };

  const forget = onWake(db, wake);
  const running = run().catch((error: unknown) => log.fatal({ err: error }, 'the worker has ended'));
  return {
    wake,
    stop: async () => {
      isStopped = true;
      forget();
      wake();
      await running;
    },
  };
};
