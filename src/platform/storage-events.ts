import type { Browser } from './browser.ts';

/** Calls `listener` with the new text (null: removed) when another tab changes `key`. */
export const onStoredChange = (
  browser: Pick<Browser, 'localStorage' | 'addEventListener' | 'removeEventListener'>,
  key: string,
  listener: (text: string | null) => void,
): (() => void) => {
  const current = (): string | null => {
    try {
      return browser.localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const onStorage = (event: Event) => {
    const changed = 'key' in event ? event.key : undefined;
    // A null key: the other tab cleared everything.
    if (changed === key || changed === null) listener(current());
  };
  browser.addEventListener('storage', onStorage);
  return () => browser.removeEventListener('storage', onStorage);
};
