import { attempt } from './attempt.ts';
import type { Browser, ListenerTarget } from './browser.ts';
import { listenTo, stopAll } from './listeners.ts';

type Tab = Pick<Browser, 'document' | 'addEventListener' | 'removeEventListener'>;

/** Without page visibility, a tab counts as visible. */
export const isHidden = ({ document }: Pick<Browser, 'document'>): boolean =>
  attempt(() => document.visibilityState) === 'hidden';

const onAwake = (browser: Tab, windowEvents: readonly string[], wake: () => void): (() => void) => {
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

/** Calls `returned` whenever the player may be back: the tab is visible, focused or restored from the cache. */
export const onReturn = (browser: Tab, returned: () => void): (() => void) =>
  onAwake(browser, ['focus', 'pageshow'], returned);

/** Calls `shown` when the tab is visible again or restored from the cache. */
export const onShown = (browser: Tab, shown: () => void): (() => void) => onAwake(browser, ['pageshow'], shown);

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

/** Calls `wake` when the browser is online again. */
export const onOnline = (browser: ListenerTarget, wake: () => void): (() => void) =>
  listenTo(browser, ['online'], wake);

/** Calls `wake` on a wake-up, a pointer press or a key press. */
export const onActivity = (browser: Tab, wake: () => void): (() => void) =>
  onAwake(browser, ['focus', 'pageshow', 'online', 'pointerdown', 'keydown'], wake);

/** Calls `wake` whenever time may have passed unnoticed: the tab is visible again, or the browser is online again. */
export const onWake = (browser: Tab, wake: () => void): (() => void) =>
  onAwake(browser, ['focus', 'pageshow', 'online'], wake);

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
