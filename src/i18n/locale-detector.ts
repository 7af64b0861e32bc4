import LanguageDetector from 'i18next-browser-languagedetector';
import { chooseLocale, type LocaleTag } from './locales.ts';

/** Where the player's language is remembered (specified). */
export const LOCALE_KEY = 'i18nextLng';

const returnsAllWishes = { languageUtils: { getBestMatchFromCodes: true } };

/** Only a choice of the player is stored: what the browser prefers may change. Works without storage, too. */
export const createLocaleDetector = () => {
  const detector = new LanguageDetector(returnsAllWishes, {
    order: ['localStorage', 'navigator'],
    caches: ['localStorage'],
    lookupLocalStorage: LOCALE_KEY,
  });
  return {
    detect: (available: readonly LocaleTag[]): LocaleTag => {
      const wishes = detector.detect() ?? [];
      return chooseLocale(typeof wishes === 'string' ? [wishes] : wishes, available);
    },
    remember: (tag: LocaleTag): void => detector.cacheUserLanguage(tag),
  };
};

export type LocaleDetector = ReturnType<typeof createLocaleDetector>;
