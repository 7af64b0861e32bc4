import type { Logger } from 'pino';
import { isConnectionError } from './connection-error.ts';

const WINDOW_MS = 10_000;

type Outage = { failures: number };

const outages = new WeakMap<Logger, Outage>();

const summarize = (log: Logger, outage: Outage): void => {
  const timer = setTimeout(() => {
    if (outage.failures === 0) {
      outages.delete(log);
      log.info(`the database is available again: no failed connection for ${WINDOW_MS / 1_000} s`);
      return;
    }
    log.error({ failures: outage.failures }, 'the database is still unavailable');
    outage.failures = 0;
    summarize(log, outage);
  }, WINDOW_MS);
  timer.unref();
};

/**
 * Logs an error with a message and its fields. Failed database connections have lines of their own: the first with its error, later ones
 * as a count every ten seconds. `log`: the logger of the process, shared by all parts.
 */
export const logFailure = (log: Logger, error: unknown, message: string, fields: object = {}): void => {
  if (!isConnectionError(error)) {
    log.error({ ...fields, err: error }, message);
    return;
  }
  const outage = outages.get(log);
  if (outage) {
    outage.failures += 1;
    return;
  }
  const first = { failures: 0 };
  outages.set(log, first);
  log.error({ err: error }, 'the database is unavailable');
  summarize(log, first);
};
