import type { LocaleTag } from '../../../src/contract/locales.ts';
import { createTranslator, type Translator } from '../../../src/i18n/translator.ts';

/** Resolves with a translator that has all texts of a language. */
export const translatorIn = async (tag: LocaleTag): Promise<Translator> => {
  const translator = await createTranslator({
    onLocale: () => undefined,
    onFailure: () => undefined,
    detector: { detect: () => tag, remember: () => undefined },
  });
  await translator.complete();
  return translator;
};

export const englishTranslator = (): Promise<Translator> => translatorIn('en-US');
