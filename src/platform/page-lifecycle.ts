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

/** Calls when the network is back. */
export const onOnline = (
  browser: Pick<Browser, 'addEventListener' | 'removeEventListener'>,
  wake: () => void,
): (() => void) => {
  browser.addEventListener('online', wake);
  return () => browser.removeEventListener('online', wake);
};

/** Calls on a wake-up and whenever the player touches or types. */
export const onActivity = (browser: Tab, wake: () => void): (() => void) =>
  listenTo(browser, ['focus', 'pageshow', 'online', 'pointerdown', 'keydown'], wake);

/** Calls whenever time may have passed unseen: the player may have come back, or the network has. */
export const onWake = (browser: Tab, wake: () => void): (() => void) =>
  listenTo(browser, ['focus', 'pageshow', 'online'], wake);
