import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { type Failure, failure } from '../../machines/kernel/failure.ts';
import { CODE } from '../../server/runtime/codes.ts';
import type { LocaleTag } from '../../src/contract/locales.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { useFailureText } from '../../src/i18n/failure-text.ts';
import { shownFiles } from '../locales/locale-files.ts';
import { REFERENCE_CODES } from '../support/api/reference-codes.ts';
import { translatorIn } from '../support/views/translator.ts';

const FailureText = (props: { readonly failure: Failure }): ReactNode => useFailureText()(props.failure);

const textIn = async (tag: LocaleTag) => {
  const { i18n } = await translatorIn(tag);
  return (shown: Failure): string => {
    const page = createElement(FailureText, { failure: shown });
    return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, page)).replaceAll('&#x27;', "'");
  };
};

test.each(LOCALE_TAGS)(
  'every code of the table has its text in %s, regardless of the server’s message (ERRS-05, I18N-01)',
  async (tag) => {
    const textOf = await textIn(tag);
    const texts = shownFiles.get(tag);
    for (const [code, reason] of Object.entries(REFERENCE_CODES))
      expect(textOf(failure(reason, { code: Number(code), msg: 'words of the server' }))).toBe(
        texts?.get(`errors:${reason}`),
      );
  },
);

test("an unknown failure shows the server's message, or a generic text without one (ERRS-04)", async () => {
  const textOf = await textIn('en-US');
  const refused = failure('unknownError', { code: CODE.transitionRefused, msg: 'not from here' });
  expect(textOf(refused)).toBe('not from here');
  expect(textOf({ ...refused, msg: null })).toBe('Something went wrong. Try again.');
  expect(textOf({ ...refused, msg: '' })).toBe('Something went wrong. Try again.');
});
