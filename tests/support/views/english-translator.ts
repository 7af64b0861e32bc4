import { createTranslator, type Translator } from '../../../src/i18n/translator.ts';

/** Resolves with a translator that has all English texts. */
export const englishTranslator = async (): Promise<Translator> => {
  const translator = await createTranslator({
    onLocale: () => undefined,
    onFailure: () => undefined,
    detector: { detect: () => 'en-US', remember: () => undefined },
  });
  await translator.complete();
  return translator;
};
