import { pauseUntilWoken, type RetryPolicy, retryPauseMs } from '../loader/chunk-loader.ts';
import type { Browser } from '../platform/browser.ts';
import { reportsOffline } from '../platform/connectivity.ts';
import { isHidden, onActivity } from '../platform/page-lifecycle.ts';

type Pause = RetryPolicy['pause'];
type Subscribe = (browser: Browser, wake: () => void) => () => void;

/** Pauses that grow after each failure. `subscribe` ends a pause early. */
export const createRetryPause =
  (browser: Browser, subscribe: Subscribe): Pause =>
  (failures) =>
    pauseUntilWoken(retryPauseMs(failures, Math.random), (wake) => subscribe(browser, wake));

const OFFLINE_PAUSE_MS = 30_000;

/**
 * For a load that never gives up. While the tab is hidden, only `subscribe` ends a pause. While the browser reports that it is offline,
 * pauses are long, but they end, because the report may be wrong.
 */
export const createEndlessRetryPause = (browser: Browser, subscribe: Subscribe): Pause => {
  const timed = createRetryPause(browser, subscribe);
  return (failures) => {
    if (!isHidden(browser) && !reportsOffline(browser)) return timed(failures);
    const ms = isHidden(browser) ? Number.POSITIVE_INFINITY : OFFLINE_PAUSE_MS;
    return pauseUntilWoken(ms, (wake) => subscribe(browser, wake));
  };
};

const ATTEMPTS_BEFORE_ERROR = 4;

/**
 * For chunks that the first view needs: loading never gives up, but after four failures, or after the first failure while offline, the
 * static shell shows the load error.
 */
export const createFirstViewRetryPause = (browser: Browser): Pause => {
  const endless = createEndlessRetryPause(browser, onActivity);
  return (failures) => {
    if (failures >= ATTEMPTS_BEFORE_ERROR || reportsOffline(browser)) browser.showLoadError?.();
    return endless(failures);
  };
};
