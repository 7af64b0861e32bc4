import { join } from 'node:path';
import type { Plugin } from 'vite';

const QA_PAGES = ['qa', 'qa-preview', 'qa-lab', 'qa-gallery'];

/** The HTML pages of a build; a QA build adds viewer, preview, lab and gallery. */
export const pagesOf = (root: string, isQa: boolean): readonly string[] =>
  ['index', ...(isQa ? QA_PAGES : [])].map((page) => join(root, 'src', `${page}.html`));

/** Makes a QA build start with src/qa, which then loads the portal or one of its own pages. */
export const qaEntry = (): Plugin => ({
  name: 'qa-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('./main.tsx', './qa/qa.entry.ts')
        .replace('<meta charset="utf-8" />', '<meta charset="utf-8" />\n    <meta name="build" content="qa" />'),
  },
});
