import { DEFAULT_LOCALE } from '../contract/locales.ts';

/** A text of the server: the active locale's, else the source text. `lang`: which of the two it is. */
export const localText = (
  source: string,
  texts: Readonly<Record<string, string>>,
  locale: string,
): { readonly text: string; readonly lang: string } => {
  const text = texts[locale];
  return text ? { text, lang: locale } : { text: source, lang: DEFAULT_LOCALE };
};
