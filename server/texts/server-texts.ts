import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import english from './en-US.json';

/** The names and addresses of the publisher, and the colors of its pages as custom properties. vite/brand.ts replaces the constant. */
declare const SERVER_BRAND: Readonly<Record<'name' | 'domain' | 'support' | 'dark' | 'light', string>>;

export const brand = SERVER_BRAND;

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type English = typeof english;
type KeyOf<Content> = { [Key in keyof English]: English[Key] extends Content ? Key : never }[keyof English];

const files = import.meta.glob<Partial<English>>('./*.json', { eager: true, import: 'default' });

/** BCP 47 tag → text. A language without the text is absent, and its readers get the English one. */
const inEachLanguage = <Content>(
  read: (texts: Partial<English>, locale: LocaleTag) => Content | undefined,
): Record<string, Content> =>
  Object.fromEntries(
    LOCALE_TAGS.flatMap((locale) => {
      const content = read(files[`./${locale}.json`] ?? {}, locale);
      return content === undefined ? [] : [[locale, content]];
    }),
  );

export type Named = { readonly name: string; readonly names: Record<string, string> };

export const named = (key: KeyOf<string>): Named => ({
  name: english[key],
  names: inEachLanguage((texts) => texts[key]),
});

/** A text with a number, formatted for each locale. */
export const counted = (key: KeyOf<string> & `${string}.count`, quantity: number): Named => {
  const fill = (text: string | undefined, locale: LocaleTag) =>
    text?.replace('{count}', new Intl.NumberFormat(locale).format(quantity));
  return {
    name: fill(english[key], 'en-US') ?? '',
    names: inEachLanguage((texts, locale) => fill(texts[key], locale)),
  };
};

const branded = (text: string): string =>
  text.replace(
    /\{(brand|domain|support)\}/g,
    (_, key: 'brand' | 'domain' | 'support') => brand[key === 'brand' ? 'name' : key],
  );

/** BCP 47 tag → title and lines. */
export const linesOf = (key: KeyOf<readonly string[]>): Record<string, readonly string[]> =>
  inEachLanguage((texts) => texts[key]?.map(branded));
