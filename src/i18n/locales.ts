/** BCP 47 tags of the nine languages, with the name each gives itself. */
export const LOCALES = {
  'en-US': 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文（台灣）',
  'zh-HK': '繁體中文（香港）',
  'th-TH': 'ไทย',
  'ja-JP': '日本語',
  'vi-VN': 'Tiếng Việt',
  'ko-KR': '한국어',
  'de-DE': 'Deutsch',
} as const;

export type LocaleTag = keyof typeof LOCALES;

export const DEFAULT_LOCALE: LocaleTag = 'en-US';

const BY_LANGUAGE: Readonly<Record<string, LocaleTag>> = {
  en: 'en-US',
  th: 'th-TH',
  ja: 'ja-JP',
  vi: 'vi-VN',
  ko: 'ko-KR',
  de: 'de-DE',
};

const CANTONESE_REGIONS: readonly (string | undefined)[] = ['HK', 'MO'];

export const isLocale = (tag: string): tag is LocaleTag => Object.hasOwn(LOCALES, tag);

const maximized = (tag: string): Intl.Locale | null => {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
};

/** The supported locale a reader of `tag` understands best, or null. Chinese goes by script, then by region. */
export const nearestLocale = (tag: string): LocaleTag | null => {
  const locale = maximized(tag.trim());
  if (!locale) return null;
  const { language, script, region } = locale;
  if (language !== 'zh' && language !== 'yue') return BY_LANGUAGE[language] ?? null;
  if (script === 'Hans') return 'zh-CN';
  return CANTONESE_REGIONS.includes(region) ? 'zh-HK' : 'zh-TW';
};

/** The first wish that is spoken here; English when none is. Wishes come in order of preference, in any spelling. */
export const chooseLocale = (wishes: readonly string[]): LocaleTag => {
  for (const wish of wishes) {
    const nearest = nearestLocale(wish);
    if (nearest) return nearest;
  }
  return DEFAULT_LOCALE;
};
