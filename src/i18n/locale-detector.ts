import LanguageDetector from 'i18next-browser-languagedetector';
import { chooseLocale, type LocaleTag } from './locales.ts';

/** Where the player's language is remembered (specified). */
const LOCALE_KEY = 'i18nextLng';

const returnsEveryDraft = { languageUtils: { getBestMatchFromCodes: true } };

/** Only a choice of the player is stored: what the browser prefers may change. Works without storage, too. */
export const createLocaleDetector = () => {
  const detector = new LanguageDetector(returnsEveryDraft, {
    order: ['localStorage', 'navigator'],
    caches: ['localStorage'],
    lookupLocalStorage: LOCALE_KEY,
  });
  const wishes = (): string | readonly string[] => {
    try {
      return detector.detect() ?? [];
    } catch {
      return detector.detect(['navigator']) ?? [];
    }
  };
  return {
    detect: (): LocaleTag => chooseLocale([wishes()].flat()),
    remember: (tag: LocaleTag): void => {
      try {
        detector.cacheUserLanguage(tag);
      } catch {
        // The choice holds for this visit.
      }
    },
  };
};

export type LocaleDetector = ReturnType<typeof createLocaleDetector>;
