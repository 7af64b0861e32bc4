import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';

type Tab = Pick<Browser, 'document' | 'addEventListener' | 'removeEventListener'>;

/** Without page visibility, a tab counts as visible. */
export const isHidden = ({ document }: Pick<Browser, 'document'>): boolean =>
  attempt(() => document.visibilityState) === 'hidden';

const listenTo = (browser: Tab, windowEvents: readonly string[], wake: () => void): (() => void) => {
  const onVisibility = () => {
    if (!isHidden(browser)) wake();
  };
  // `pageshow` also fires after the first load, but only a page restored from the cache was away.
  const onWindow = (event: Event) => {
    if (event.type !== 'pageshow' || ('persisted' in event && event.persisted)) wake();
  };
  browser.document.addEventListener('visibilitychange', onVisibility);
  for (const type of windowEvents) browser.addEventListener(type, onWindow);
  return () => {
    browser.document.removeEventListener('visibilitychange', onVisibility);
    for (const type of windowEvents) browser.removeEventListener(type, onWindow);
  };
};

/** Calls `returned` whenever the player may be back: the tab is visible, focused or restored from the cache. */
export const onReturn = (browser: Tab, returned: () => void): (() => void) =>
  listenTo(browser, ['focus', 'pageshow'], returned);

/** Calls `shown` when the tab is visible again or restored from the cache. */
export const onShown = (browser: Tab, shown: () => void): (() => void) => listenTo(browser, ['pageshow'], shown);

/** Calls `hidden` when the tab is hidden, or the page is left and may enter the cache. */
export const onHidden = (browser: Tab, hidden: () => void): (() => void) => {
  const onVisibility = () => {
    if (isHidden(browser)) hidden();
  };
  browser.document.addEventListener('visibilitychange', onVisibility);
  browser.addEventListener('pagehide', hidden);
  return () => {
    browser.document.removeEventListener('visibilitychange', onVisibility);
    browser.removeEventListener('pagehide', hidden);
  };
};

/** Calls `unloaded` when the page is left for good: the browser does not keep it in its cache. */
export const onUnload = (
  browser: Pick<Browser, 'addEventListener' | 'removeEventListener'>,
  unloaded: () => void,
): (() => void) => {
  const onHide = (event: Event) => {
    if (!('persisted' in event && event.persisted)) unloaded();
  };
  browser.addEventListener('pagehide', onHide);
  return () => browser.removeEventListener('pagehide', onHide);
};

/** Calls `wake` when the browser is online again. */
export const onOnline = (
  browser: Pick<Browser, 'addEventListener' | 'removeEventListener'>,
  wake: () => void,
): (() => void) => {
  browser.addEventListener('online', wake);
  return () => browser.removeEventListener('online', wake);
};

/** Calls `wake` on a wake-up, a pointer press or a key press. */
export const onActivity = (browser: Tab, wake: () => void): (() => void) =>
  listenTo(browser, ['focus', 'pageshow', 'online', 'pointerdown', 'keydown'], wake);

/** Calls `wake` whenever time may have passed unnoticed: the tab is visible again, or the browser is online again. */
export const onWake = (browser: Tab, wake: () => void): (() => void) =>
  listenTo(browser, ['focus', 'pageshow', 'online'], wake);

/** Sets `data-hidden` on the root element while the tab is hidden, so that animations can wait until the player is back. */
export const markHiddenTab = ({ document }: Pick<Browser, 'document'>): void => {
  const mark = () => {
    const { dataset } = document.documentElement;
    if (isHidden({ document })) dataset['hidden'] = '';
    else delete dataset['hidden'];
  };
  mark();
  document.addEventListener('visibilitychange', mark);
};
