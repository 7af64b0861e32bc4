import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { type Failure, failure } from '../../machines/kernel/failure.ts';
import { CODE, REASON_OF_CODE } from '../../src/contract/codes.ts';
import type { LocaleTag } from '../../src/contract/locales.ts';
import { offeredLocales } from '../../src/i18n/bundle-loaders.ts';
import { useFailureText } from '../../src/i18n/failure-text.ts';
import { createTranslator } from '../../src/i18n/translator.ts';
import { localeFiles } from '../locales/locale-files.ts';

const Told = ({ failure: told }: { readonly failure: Failure }): ReactNode => useFailureText()(told);

const teller = async (tag: LocaleTag) => {
  const { i18n } = await createTranslator({
    onLocale: () => {},
    onFailure: () => {},
    detector: { detect: () => tag, remember: () => {} },
  });
  return (told: Failure): string => {
    const page = createElement(Told, { failure: told });
    return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, page)).replaceAll('&#x27;', "'");
  };
};

test.each(offeredLocales)(
  'ERRS-05 I18N-01 · every code of the table is told in %s, whatever the server wrote',
  async (tag) => {
    const tell = await teller(tag);
    const texts = localeFiles.get(tag);
    for (const [code, reason] of REASON_OF_CODE)
      expect(tell(failure(reason, { code, msg: 'words of the server' }))).toBe(texts?.get(`errors:${reason}`));
  },
);

test("ERRS-04 · a refusal that we have no words for is told in the server's, and without those in ours", async () => {
  const tell = await teller('en-US');
  const refused = failure('unknownError', { code: CODE.transitionRefused, msg: 'not from here' });
  expect(tell(refused)).toBe('not from here');
  expect(tell({ ...refused, msg: null })).toBe('Unknown error. Please try again.');
  expect(tell({ ...refused, msg: '' })).toBe('Unknown error. Please try again.');
});
