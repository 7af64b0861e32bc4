import LanguageDetector from 'i18next-browser-languagedetector';
import type { LocaleTag } from '../contract/locales.ts';
import { chooseLocale, LOCALE_KEY } from './locales.ts';

const ALL_PREFERENCES = { languageUtils: { getBestMatchFromCodes: true } };

/** Stores only a choice of the player, because the preferences of the browser may change. Works without storage. */
export const createLocaleDetector = () => {
  const detector = new LanguageDetector(ALL_PREFERENCES, {
    order: ['localStorage', 'navigator'],
    caches: ['localStorage'],
    lookupLocalStorage: LOCALE_KEY,
  });
  const preferences = (): string | readonly string[] => {
    for (const order of [undefined, ['navigator']]) {
      try {
        return detector.detect(order) ?? [];
      } catch {
        // Refused by the browser.
      }
    }
    return [];
  };
  return {
    detect: (): LocaleTag => chooseLocale([preferences()].flat()),
    remember: (tag: LocaleTag): void => {
      try {
        detector.cacheUserLanguage(tag);
      } catch {
        // Without storage, the choice applies to this visit only.
      }
    },
  };
};

export type LocaleDetector = ReturnType<typeof createLocaleDetector>;
