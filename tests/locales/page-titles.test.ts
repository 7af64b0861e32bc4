import { expect, test } from 'vitest';
import { linesOf } from '../../server/texts/server-texts.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { localeFiles } from './locale-files.ts';

const PAGES = ['about', 'contact', 'privacy', 'agreement'] as const;

test.each(LOCALE_TAGS)('%s · a link of the footer has the title of its page (I18N-01)', (tag) => {
  const links = PAGES.map((page) => localeFiles.get(tag)?.get(`portal:footer.${page}`));
  expect(links).toEqual(PAGES.map((page) => linesOf(`page.${page}`)[tag]?.[0]));
});
