import { isLocale, type LocaleTag } from '../contract/locales.ts';
import { formatNumber } from './formats.ts';

/** Texts of an item in the catalog: BCP 47 tag → text, and the source text. */
type Titled = { readonly title: string; readonly titles: Readonly<Record<string, string>> };

export const itemTitle = ({ title, titles }: Titled, locale: string): string => titles[locale] || title;

/** Languages that write the number last, with a counter. */
const COUNTED: Partial<Readonly<Record<LocaleTag, (title: string, number: string) => string>>> = {
  'ja-JP': (title, number) => `${title}${number}個`,
  'ko-KR': (title, number) => `${title} ${number}개`,
  'th-TH': (title, number) => `${title} ${number}\u00a0หน่วย`,
};

/** A quantity of a currency, as a shop of the language names it: "3,280 Gems", "ジェム3,280個". */
export const countedTitle = (title: string, quantity: number, locale: string): string => {
  const number = formatNumber(quantity, locale);
  const counted = isLocale(locale) ? COUNTED[locale] : undefined;
  return counted?.(title, number) ?? `${number} ${title}`;
};
