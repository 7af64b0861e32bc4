import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Texts = { readonly loadError: Readonly<Record<'title' | 'text' | 'refresh', string>> };

/** Fills a placeholder of index.html with the load error in each language: the page shows it when the code that draws it is missing. */
export const loadError = (root: string): Plugin => ({
  name: 'load-error',
  transformIndexHtml(html) {
    const locales = join(root, 'locales');
    const tags = readdirSync(locales).filter((name) => name.includes('-'));
    const texts = tags.map((tag) => {
      const { loadError } = JSON.parse(readFileSync(join(locales, tag, 'portal.json'), 'utf8')) as Texts;
      return [tag, [loadError.title, loadError.text, loadError.refresh]] as const;
    });
    return html.replace('__LOAD_ERRORS__', JSON.stringify(Object.fromEntries(texts)));
  },
});
