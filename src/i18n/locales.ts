import { DEFAULT_LOCALE, isLocale, type LocaleTag } from '../contract/locales.ts';

/** The storage key of the player's choice (specified). */
export const LOCALE_KEY = 'i18nextLng';

/** For readers whose language the brand lacks: `pt` or `pt-BR` → the locale. vite/brand.ts replaces the name; null: there is none. */
declare const PORTAL_FALLBACKS: Readonly<Record<string, LocaleTag>> | null;
const FALLBACKS = typeof PORTAL_FALLBACKS === 'undefined' ? null : PORTAL_FALLBACKS;

const CANTONESE_REGIONS: readonly (string | undefined)[] = ['HK', 'MO'];

/** A tag as other programs store it (`"de-DE"`, `zh_TW.UTF-8`, `de@euro`, `th_TH_TH`) in the form of BCP 47. */
const plainTag = (text: string): string =>
  text
    .replace(/["'\s]/g, '')
    .replace(/[.@].*$/, '')
    .replaceAll('_', '-')
    .replace(/^(\w+-\w\w)-.*/, '$1');

const maximized = (tag: string): Intl.Locale | null => {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
};

/**
 * The supported locale that fits `tag` best, or null. The brand decides first. Chinese is matched by script, then by region, and is in the
 * other script if the brand has only that; any other language is matched by its region, then by the region where most of its readers live.
 */
export const nearestLocale = (tag: string): LocaleTag | null => {
  if (isLocale(tag)) return tag;
  const locale = maximized(plainTag(tag));
  if (!locale) return null;
  const { language, script, region } = locale;
  const fallback = FALLBACKS && (FALLBACKS[`${language}-${region}`] ?? FALLBACKS[language]);
  if (fallback) return fallback;
  if (language !== 'zh' && language !== 'yue')
    return [region, maximized(language)?.region].map((found) => `${language}-${found}`).find(isLocale) ?? null;
  const chinese = ['zh-TW', 'zh-HK', 'zh-CN'];
  const nearest = script === 'Hans' ? 'zh-CN' : CANTONESE_REGIONS.includes(region) ? 'zh-HK' : 'zh-TW';
  return [nearest, ...chinese].find(isLocale) ?? null;
};

/** The first supported locale in a list of preferences, or English. */
export const chooseLocale = (preferences: readonly string[]): LocaleTag => {
  for (const tag of preferences) {
    const nearest = nearestLocale(tag);
    if (nearest) return nearest;
  }
  return DEFAULT_LOCALE;
};
