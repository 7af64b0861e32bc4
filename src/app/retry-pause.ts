import { pauseUntilWoken, type RetryPolicy, retryPauseMs } from '../chunks/chunk-loader.ts';

/** Pauses that grow after each failure. `subscribe` ends a pause early. */
export const createRetryPause =
  (browser: Window, subscribe: (browser: Window, wake: () => void) => () => void): RetryPolicy['pause'] =>
  (failures) =>
    pauseUntilWoken(retryPauseMs(failures, Math.random), (wake) => subscribe(browser, wake));
