/** The nine locales of the portal. */
export const LOCALES = ['en-US', 'zh-CN', 'zh-TW', 'zh-HK', 'th-TH', 'ja-JP', 'vi-VN', 'ko-KR', 'de-DE'] as const;

export type Locale = (typeof LOCALES)[number];
export const isLocale = (tag: string): tag is Locale => LOCALES.some((locale) => locale === tag);

export type Texts = Readonly<Record<Locale, string>>;

/** A name as the catalogue stores it: the source text and the text of each locale. */
export type Named = { readonly name: string; readonly names: Record<string, string> };

export const named = (texts: Texts): Named => ({ name: texts['en-US'], names: { ...texts } });

/** A text with a number in it, written the way each locale writes numbers. */
export const counted = (quantity: number, text: Readonly<Record<Locale, (amount: string) => string>>): Named => {
  const names = Object.fromEntries(
    LOCALES.map((locale) => [locale, text[locale](new Intl.NumberFormat(locale).format(quantity))]),
  );
  return { name: names['en-US'] ?? '', names };
};
