import { pauseUntilWoken, type RetryPolicy, retryPauseMs } from '../chunks/chunk-loader.ts';
import type { Browser } from '../platform/browser.ts';
import { onActivity } from '../platform/page-lifecycle.ts';

type Pause = RetryPolicy['pause'];
type Subscribe = (browser: Browser, wake: () => void) => () => void;

/** Pauses that grow after each failure. `subscribe` ends a pause early. */
export const createRetryPause =
  (browser: Browser, subscribe: Subscribe): Pause =>
  (failures) =>
    pauseUntilWoken(retryPauseMs(failures, Math.random), (wake) => subscribe(browser, wake));

/** For a load that never gives up: while the tab is hidden or offline, only `subscribe` ends a pause. */
export const createEndlessRetryPause = (browser: Browser, subscribe: Subscribe): Pause => {
  const timed = createRetryPause(browser, subscribe);
  return (failures) =>
    browser.navigator.onLine && browser.document.visibilityState === 'visible'
      ? timed(failures)
      : pauseUntilWoken(Number.POSITIVE_INFINITY, (wake) => subscribe(browser, wake));
};

const ATTEMPTS_BEFORE_ERROR = 4;

/**
 * For chunks that the first view needs: loading never gives up, but after four failures, or after the first failure while offline, the
 * static shell shows the load error.
 */
export const createFirstViewRetryPause = (browser: Browser): Pause => {
  const endless = createEndlessRetryPause(browser, onActivity);
  return (failures) => {
    if (failures >= ATTEMPTS_BEFORE_ERROR || !browser.navigator.onLine) browser.showLoadError?.();
    return endless(failures);
  };
};
