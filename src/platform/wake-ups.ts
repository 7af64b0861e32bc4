import type { Browser } from './browser.ts';

type Tab = Pick<Browser, 'document' | 'addEventListener' | 'removeEventListener'>;

const listenTo = (browser: Tab, windowEvents: readonly string[], wake: () => void): (() => void) => {
  const onVisibility = () => {
    if (browser.document.visibilityState === 'visible') wake();
  };
  browser.document.addEventListener('visibilitychange', onVisibility);
  for (const type of windowEvents) browser.addEventListener(type, wake);
  return () => {
    browser.document.removeEventListener('visibilitychange', onVisibility);
    for (const type of windowEvents) browser.removeEventListener(type, wake);
  };
};

/** Calls whenever the player may have come back: the tab is visible again, focused, or shown from the cache. */
export const onReturn = (browser: Tab, returned: () => void): (() => void) =>
  listenTo(browser, ['focus', 'pageshow'], returned);

/** Calls whenever time may have passed unseen: the player may have come back, or the network has. */
export const onWake = (browser: Tab, wake: () => void): (() => void) =>
  listenTo(browser, ['focus', 'pageshow', 'online'], wake);
