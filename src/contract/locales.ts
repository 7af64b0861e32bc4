/** The only list of locales: BCP 47 tags, each with the name of its language in that language. */
export const LANGUAGE_NAMES = {
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

export type LocaleTag = keyof typeof LANGUAGE_NAMES;

/** The languages of the brand, in its order. vite/brand.ts replaces the name; outside a build, the portal has all languages. */
declare const PORTAL_LOCALES: Readonly<Record<LocaleTag, string>>;

export const LOCALES = typeof PORTAL_LOCALES === 'undefined' ? LANGUAGE_NAMES : PORTAL_LOCALES;

export const DEFAULT_LOCALE: LocaleTag = 'en-US';

export const isLocale = (tag: string): tag is LocaleTag => Object.hasOwn(LOCALES, tag);

export const LOCALE_TAGS: readonly LocaleTag[] = Object.keys(LOCALES).filter(isLocale);
