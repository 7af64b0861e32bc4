import { attempt } from './attempt.ts';

type IdleBrowser = {
  /** Absent in Safari. */
  readonly requestIdleCallback?: (run: () => void, options: { readonly timeout: number }) => unknown;
  readonly setTimeout: (run: () => void, ms: number) => unknown;
};

const LONGEST_WAIT_MS = 1_000;
/** Long enough to draw what React has rendered. */
const PAUSE_MS = 50;

/** Resolves when the browser has drawn the page and is idle, after a second at the latest. */
export const whenIdle = (browser: IdleBrowser): Promise<void> =>
  new Promise((resolve) => {
    const request = attempt(() => browser.requestIdleCallback?.(resolve, { timeout: LONGEST_WAIT_MS }));
    browser.setTimeout(resolve, request === undefined ? PAUSE_MS : LONGEST_WAIT_MS);
  });
