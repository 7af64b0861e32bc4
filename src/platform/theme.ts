import type { Browser } from './browser.ts';
import { createListeners } from './listeners.ts';
import type { SafeStorage } from './safe-storage.ts';

export type Theme = 'dark' | 'light' | 'system';

const KEY = 'theme';

export const storedTheme = (store: Pick<SafeStorage, 'read'>): Theme => {
  const stored = store.read(KEY);
  return stored === 'dark' || stored === 'light' || stored === 'system' ? stored : PORTAL_THEME;
};

export const showTheme = ({ dataset }: Browser['document']['documentElement'], theme: Theme): void => {
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
};

/** Stores the choice and sets `data-theme` on the root element; without the attribute the system's color scheme applies. */
export const createTheme = ({ document }: Pick<Browser, 'document'>, store: SafeStorage) => {
  const show = (theme: Theme) => showTheme(document.documentElement, theme);
  const current = () => storedTheme(store);
  const listeners = createListeners();
  show(current());
  return {
    current,
    subscribe: listeners.add,
    change: (theme: Theme) => {
      if (theme === PORTAL_THEME) store.remove(KEY);
      else store.write(KEY, theme);
      show(theme);
      listeners.call();
    },
  };
};
