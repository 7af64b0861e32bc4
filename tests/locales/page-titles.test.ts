import { expect, test } from 'vitest';
import { ABOUT } from '../../server/content/pages/about.page.ts';
import { AGREEMENT } from '../../server/content/pages/agreement.page.ts';
import { CONTACT } from '../../server/content/pages/contact.page.ts';
import { PRIVACY } from '../../server/content/pages/privacy.page.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { localeFiles } from './locale-files.ts';

const PAGES = [
  ['about', ABOUT],
  ['contact', CONTACT],
  ['privacy', PRIVACY],
  ['agreement', AGREEMENT],
] as const;

test.each(LOCALE_TAGS)('I18N-01 · %s · a link of the footer has the title of its page', (tag) => {
  const links = PAGES.map(([link]) => localeFiles.get(tag)?.get(`portal:footer.${link}`));
  expect(links).toEqual(PAGES.map(([, page]) => page[tag][0]));
});
