import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';

export type Texts = Readonly<Record<LocaleTag, string>>;

/** A name as the catalog stores it: the source text and its translations. */
export type Named = { readonly name: string; readonly names: Record<string, string> };

export const named = (texts: Texts): Named => ({ name: texts['en-US'], names: { ...texts } });

/** A text with a number, formatted for each locale. */
export const counted = (quantity: number, text: Readonly<Record<LocaleTag, (amount: string) => string>>): Named => {
  const names = Object.fromEntries(
    LOCALE_TAGS.map((locale) => [locale, text[locale](new Intl.NumberFormat(locale).format(quantity))]),
  );
  return { name: names['en-US'] ?? '', names };
};
