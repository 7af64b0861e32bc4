import { pauseUntilWoken, type RetryPolicy, retryPauseMs } from '../chunks/chunk-loader.ts';
import type { Browser } from '../platform/browser.ts';

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
