import type { Browser } from './browser.ts';

/** Emits the current value, then every change. */
export const watchConnectivity = (
  browser: Pick<Browser, 'navigator' | 'addEventListener' | 'removeEventListener'>,
  listener: (online: boolean) => void,
): (() => void) => {
  const onOnline = () => listener(true);
  const onOffline = () => listener(false);
  browser.addEventListener('online', onOnline);
  browser.addEventListener('offline', onOffline);
  listener(browser.navigator.onLine);
  return () => {
    browser.removeEventListener('online', onOnline);
    browser.removeEventListener('offline', onOffline);
  };
};
