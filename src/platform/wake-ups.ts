import type { Browser } from './browser.ts';

const WINDOW_EVENTS = ['focus', 'online', 'pageshow'] as const;

/** Calls whenever time may have passed unseen: the tab is visible again, focused, shown from the cache, or online. */
export const onWake = (
  browser: Pick<Browser, 'document' | 'addEventListener' | 'removeEventListener'>,
  wake: () => void,
): (() => void) => {
  const onVisibility = () => {
    if (browser.document.visibilityState === 'visible') wake();
  };
  browser.document.addEventListener('visibilitychange', onVisibility);
  for (const type of WINDOW_EVENTS) browser.addEventListener(type, wake);
  return () => {
    browser.document.removeEventListener('visibilitychange', onVisibility);
    for (const type of WINDOW_EVENTS) browser.removeEventListener(type, wake);
  };
};
