import type { Browser } from './browser.ts';
import { onShown } from './page-lifecycle.ts';

/** `gained`: this tab leads. `lost`: another tab has taken over. */
type Lead = { readonly gained: () => void; readonly lost: () => void };

/**
 * Elects one leading tab for `name`: the one that became visible last, because browsers delay the timers of hidden tabs by up to a minute.
 * When it closes, another tab leads. Without the lock API, or if it fails, every tab leads.
 */
export const lead = (
  browser: Pick<Browser, 'navigator' | 'document' | 'addEventListener' | 'removeEventListener'>,
  name: string,
  { gained, lost }: Lead,
): (() => void) => {
  const { locks } = browser.navigator;
  if (!locks) {
    gained();
    return () => {};
  }
  let isOver = false;
  let isLeading = false;
  let release = () => {};
  let waiting = new AbortController();

  const onLock = () =>
    new Promise<void>((resolve) => {
      release = resolve;
      if (isOver) {
        resolve();
        return;
      }
      isLeading = true;
      gained();
    });
  const onLoss = () => {
    if (isOver) return;
    if (!isLeading) {
      isLeading = true;
      gained();
      return;
    }
    isLeading = false;
    lost();
    wait();
  };
  const wait = () => {
    const own = new AbortController();
    waiting = own;
    locks.request(name, { signal: own.signal }, onLock).catch(() => {
      if (!own.signal.aborted) onLoss();
    });
  };
  const takeOver = () => {
    if (isLeading) return;
    waiting.abort();
    locks.request(name, { steal: true }, onLock).catch(onLoss);
  };

  const stop = onShown(browser, takeOver);
  if (browser.document.visibilityState === 'visible') takeOver();
  else wait();
  return () => {
    isOver = true;
    stop();
    release();
    waiting.abort();
  };
};
