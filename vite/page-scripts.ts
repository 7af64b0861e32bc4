import { join } from 'node:path';
import type { Plugin } from 'vite';
import { brandConstants } from './brand.ts';
import { bundleScript } from './bundle-script.ts';
import { readBrand } from './read-brand.ts';
import { SYNTAX_TARGET } from './supported-browsers.ts';

/** A browser that cannot read even this shows the message about old browsers without a script, after twenty seconds. */
export const OLDEST_SYNTAX = 'es2015';

/** The scripts of index.html, in the order in which the page runs them. */
export const bundlePageScripts = (root: string) => ({
  __BROWSER_CHECK__: () => bundleScript(join(root, 'src/app/browser-check.script.ts'), OLDEST_SYNTAX),
  __FIRST_PAGE__: () =>
    bundleScript(join(root, 'src/app/first-page.script.ts'), SYNTAX_TARGET, brandConstants(readBrand(root))),
});

/** Writes the scripts into index.html. Other plugins then replace the placeholders in them. */
export const pageScripts = (root: string): Plugin => ({
  name: 'page-scripts',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      let page = html;
      for (const [placeholder, bundle] of Object.entries(bundlePageScripts(root)))
        if (page.includes(placeholder)) {
          const code = await bundle();
          page = page.replace(placeholder, () => code);
        }
      return page;
    },
  },
});
