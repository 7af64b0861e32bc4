import { DEFAULT_LOCALE } from '../contract/locales.ts';

/** A text of the server in the active locale, else the source text. `lang`: its language. */
export const localText = (
  source: string,
  texts: Readonly<Record<string, string>>,
  locale: string,
): { readonly text: string; readonly lang: string } => {
  const text = texts[locale];
  return text ? { text, lang: locale } : { text: source, lang: DEFAULT_LOCALE };
};
