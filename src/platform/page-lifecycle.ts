import { attempt } from './attempt.ts';
import type { Browser, ListenerTarget } from './browser.ts';
import { listenTo, stopAll } from './listeners.ts';

export type Tab = Pick<Browser, 'document' | 'addEventListener' | 'removeEventListener'>;

/** Without page visibility, a tab counts as visible. */
export const isHidden = ({ document }: Pick<Browser, 'document'>): boolean =>
  attempt(() => document.visibilityState) === 'hidden';

/** Calls `wake` when the tab is visible again, and on these events of the window. Returns the function that stops it. */
const onAwake =
  (...windowEvents: readonly string[]) =>
  (browser: Tab, wake: () => void): (() => void) => {
    const onVisibility = () => {
      if (!isHidden(browser)) wake();
    };
    // `pageshow` also fires after the first load, but only a page restored from the cache was away.
    const onWindow = (event: Event) => {
      if (event.type !== 'pageshow' || ('persisted' in event && event.persisted)) wake();
    };
    return stopAll(
      listenTo(browser.document, ['visibilitychange'], onVisibility),
      listenTo(browser, windowEvents, onWindow),
    );
  };

/** The tab is visible again or restored from the cache. */
export const onShown = onAwake('pageshow');

/** The player may be back. */
export const onReturn = onAwake('focus', 'pageshow');

/** Time may have passed unnoticed. */
export const onWake = onAwake('focus', 'pageshow', 'online');

export const onActivity = onAwake('focus', 'pageshow', 'online', 'pointerdown', 'keydown');

/** Calls `hidden` when the tab is hidden, or the page is left and may enter the cache. */
export const onHidden = (browser: Tab, hidden: () => void): (() => void) => {
  const onVisibility = () => {
    if (isHidden(browser)) hidden();
  };
  return stopAll(
    listenTo(browser.document, ['visibilitychange'], onVisibility),
    listenTo(browser, ['pagehide'], hidden),
  );
};

/** Calls `unloaded` when the page is left for good: the browser does not keep it in its cache. */
export const onUnload = (browser: ListenerTarget, unloaded: () => void): (() => void) =>
  listenTo(browser, ['pagehide'], (event) => {
    if (!('persisted' in event && event.persisted)) unloaded();
  });

export const onOnline = (browser: ListenerTarget, wake: () => void): (() => void) =>
  listenTo(browser, ['online'], wake);

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
