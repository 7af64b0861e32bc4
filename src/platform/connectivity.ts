import type { Browser } from './browser.ts';

/** Tells what is so now, then each change. */
export const watchConnectivity = (
  browser: Pick<Browser, 'navigator' | 'addEventListener' | 'removeEventListener'>,
  tell: (online: boolean) => void,
): (() => void) => {
  const onOnline = () => tell(true);
  const onOffline = () => tell(false);
  browser.addEventListener('online', onOnline);
  browser.addEventListener('offline', onOffline);
  tell(browser.navigator.onLine);
  return () => {
    browser.removeEventListener('online', onOnline);
    browser.removeEventListener('offline', onOffline);
  };
};
