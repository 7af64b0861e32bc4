import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LOCALE_TAGS } from '../src/contract/locales.ts';

type Texts = {
  readonly page: { readonly refused: string };
  readonly portal: { readonly loadError: Readonly<Record<'title' | 'text' | 'refresh', string>> };
};

/** Writes the texts that index.html shows without the code of the portal, in each language, in place of its placeholders. */
export const pageTexts = (root: string): Plugin => ({
  name: 'page-texts',
  transformIndexHtml(html) {
    const texts = LOCALE_TAGS.map((tag) => {
      const { page, portal } = JSON.parse(readFileSync(join(root, 'locales', `${tag}.json`), 'utf8')) as Texts;
      return { tag, refused: page.refused, loadError: portal.loadError };
    });
    const errors = texts.map(({ tag, loadError: { title, text, refresh } }) => [tag, [title, text, refresh]]);
    return html
      .replace('__LOAD_ERRORS__', JSON.stringify(Object.fromEntries(errors)))
      .replace('__REFUSALS__', texts.map(({ tag, refused }) => `<p lang="${tag}">${refused}</p>`).join('\n        '));
  },
});
