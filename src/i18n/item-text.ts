import type { LocaleTag } from '../contract/locales.ts';
import { formatNumber } from './formats.ts';

/** Texts of an item in the catalog: BCP 47 tag → text, and the source text. */
type Titled = { readonly title: string; readonly titles: Readonly<Record<string, string>> };

export const itemTitle = ({ title, titles }: Titled, locale: string): string => titles[locale] || title;

/** Languages that count with a word after the number. */
const COUNTERS: Partial<Readonly<Record<string, readonly [space: string, counter: string]>>> = {
  'ja-JP': ['', '個'],
  'ko-KR': [' ', '개'],
  'th-TH': [' ', ' หน่วย'],
} satisfies Partial<Record<LocaleTag, unknown>>;

/** A quantity of a currency, as a shop of the language names it: "3,280 Gems", "ジェム3,280個". */
export const countedTitle = (title: string, quantity: number, locale: string): string => {
  const [space, counter] = COUNTERS[locale] ?? [];
  const number = formatNumber(quantity, locale);
  return counter === undefined ? `${number} ${title}` : `${title}${space}${number}${counter}`;
};
