import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readBrand } from './read-brand.ts';

type Texts = {
  readonly page: { readonly refused: string };
  readonly portal: { readonly loadError: Readonly<Record<'title' | 'text' | 'refresh', string>> };
  readonly recharge: { readonly title: string; readonly recipient: { readonly question: string } };
};

/**
 * Writes the texts that index.html shows without the code of the portal, in each language, in place of its placeholders: the load error,
 * the sentence for old browsers, and the heading of the top-up page with the question of its first step.
 */
export const pageTexts = (root: string): Plugin => ({
  name: 'page-texts',
  transformIndexHtml(html) {
    const texts = readBrand(root).brand.languages.map(
      (tag) => [tag, JSON.parse(readFileSync(join(root, 'locales', `${tag}.json`), 'utf8')) as Texts] as const,
    );
    const textsOf = (select: (texts: Texts) => readonly string[]) =>
      JSON.stringify(Object.fromEntries(texts.map(([tag, all]) => [tag, select(all)])));
    const errors = textsOf(({ portal: { loadError } }) => [loadError.title, loadError.text, loadError.refresh]);
    const headings = textsOf(({ recharge }) => [recharge.title, recharge.recipient.question]);
    const refusals = texts.map(([tag, { page }]) => `<p lang="${tag}">${page.refused}</p>`).join('\n        ');
    return html
      .replace('__LOAD_ERRORS__', () => errors)
      .replace('__HEADINGS__', () => headings)
      .replace('__REFUSALS__', () => refusals);
  },
});
