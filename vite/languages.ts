import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { branded } from './brand.ts';
import { readBrand } from './read-brand.ts';
import { unbroken } from './unbroken-words.ts';

/** Namespaces of pages before a login. All others are for pages of signed-in players. */
const BEFORE_LOGIN = ['errors', 'notices', 'portal', 'session'];
/** Its texts are in index.html. */
const IN_PAGE = 'page';

const LANGUAGES = 'virtual:i18n/bundles';

/** Which namespaces each file of a language contains. */
const PARTS: Readonly<Record<string, (namespace: string) => boolean>> = {
  bundle: (namespace) => BEFORE_LOGIN.includes(namespace),
  player: (namespace) => !BEFORE_LOGIN.includes(namespace),
  all: () => true,
};

const loadersOf = (tag: string): string => {
  const load = (part: string) => `() => import(${JSON.stringify(`${LANGUAGES}/${tag}.${part}.ts`)})`;
  return `'${tag}': { first: ${load('bundle')}, player: ${load('player')}, all: ${load('all')} }`;
};

/** The loaders of all languages, and the three files of each, which are made of `locales/<tag>.json`. */
export const languages = (root: string): Plugin => ({
  name: 'languages',
  enforce: 'pre',
  resolveId: { filter: { id: /^virtual:i18n\/bundles/ }, handler: (id) => id },
  load: {
    filter: { id: /^virtual:i18n\/bundles/ },
    handler(id) {
      if (id === LANGUAGES)
        return `export const languages = { ${readBrand(root).brand.languages.map(loadersOf).join()} };`;
      const [, tag = '', part = ''] = /\/([\w-]+)\.(\w+)\.ts$/.exec(id) ?? [];
      const file = join(root, 'locales', `${tag}.json`);
      this.addWatchFile(file);
      const { [IN_PAGE]: _, ...texts } = JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) =>
        typeof value === 'string' ? unbroken(tag, branded(readBrand(root), tag, value)) : value,
      ) as Readonly<Record<string, object>>;
      const ofPart = Object.entries(texts).filter(([namespace]) => PARTS[part]?.(namespace));
      return `export const texts = ${JSON.stringify(Object.fromEntries(ofPart))};`;
    },
  },
});
