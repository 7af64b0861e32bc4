import { createSafeStorage, type SafeStorage } from '../../../platform/safe-storage.ts';
import { createTheme } from '../../../platform/theme.ts';

type ThemeWindow = Pick<Window, 'document' | 'localStorage' | 'matchMedia'>;

/** The portal on the same origin has its own choice, which a tester must not change by accident. */
const ownKeys = (store: SafeStorage): SafeStorage => ({
  ...store,
  read: (key) => store.read(`qa.${key}`),
  write: (key, text) => store.write(`qa.${key}`, text),
  remove: (key) => store.remove(`qa.${key}`),
});

/** The theme of the QA pages: the system's, until a switch selects another one for viewer, lab and gallery. */
export const createQaTheme = (browser: ThemeWindow) => {
  const theme = createTheme(browser, ownKeys(createSafeStorage([() => browser.localStorage])));
  const prefersLight = browser.matchMedia('(prefers-color-scheme: light)');
  return {
    ...theme,
    subscribe: (listener: () => void) => {
      const unsubscribe = theme.subscribe(listener);
      prefersLight.addEventListener('change', listener);
      return () => {
        unsubscribe();
        prefersLight.removeEventListener('change', listener);
      };
    },
    /** The theme in which the page is drawn now. */
    shown: (): 'dark' | 'light' => {
      const current = theme.current();
      if (current !== 'system') return current;
      return prefersLight.matches ? 'light' : 'dark';
    },
  };
};

export type QaTheme = ReturnType<typeof createQaTheme>;
