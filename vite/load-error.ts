import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LOCALE_TAGS } from '../src/contract/locales.ts';

type Texts = { readonly portal: { readonly loadError: Readonly<Record<'title' | 'text' | 'refresh', string>> } };

/** Fills a placeholder of index.html with the load error in each language: the page shows it when the code that draws it is missing. */
export const loadError = (root: string): Plugin => ({
  name: 'load-error',
  transformIndexHtml(html) {
    const texts = LOCALE_TAGS.map((tag) => {
      const { portal } = JSON.parse(readFileSync(join(root, 'locales', `${tag}.json`), 'utf8')) as Texts;
      const { loadError } = portal;
      return [tag, [loadError.title, loadError.text, loadError.refresh]] as const;
    });
    return html.replace('__LOAD_ERRORS__', JSON.stringify(Object.fromEntries(texts)));
  },
});
