import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LOCALE_TAGS } from '../src/contract/locales.ts';

/** Namespaces of pages before a login. All others are for pages of signed-in players. */
const BEFORE_LOGIN = ['errors', 'notices', 'portal', 'session'];

const LANGUAGES = 'virtual:i18n/bundles';

/** Which namespaces each file of a language contains. */
const PARTS: Readonly<Record<string, (namespace: string) => boolean>> = {
  bundle: (namespace) => BEFORE_LOGIN.includes(namespace),
  later: (namespace) => !BEFORE_LOGIN.includes(namespace),
  whole: () => true,
};

const loadersOf = (tag: string): string => {
  const load = (part: string) => `() => import(${JSON.stringify(`${LANGUAGES}/${tag}.${part}.ts`)})`;
  return `'${tag}': { first: ${load('bundle')}, later: ${load('later')}, whole: ${load('whole')} }`;
};

/** The loaders of all languages, and their files, which are made of `locales/<tag>/*.json`. */
export const languages = (root: string): Plugin => ({
  name: 'languages',
  enforce: 'pre',
  resolveId: { filter: { id: /^virtual:i18n\/bundles/ }, handler: (id) => id },
  load: {
    filter: { id: /^virtual:i18n\/bundles/ },
    handler(id) {
      if (id === LANGUAGES) return `export const languages = { ${LOCALE_TAGS.map(loadersOf).join()} };`;
      const [, tag = '', part = ''] = /\/([\w-]+)\.(\w+)\.ts$/.exec(id) ?? [];
      const folder = join(root, 'locales', tag);
      const namespaces = readdirSync(folder).map((name) => name.replace('.json', ''));
      const texts = namespaces.filter(PARTS[part] ?? (() => false)).map((namespace) => {
        const file = join(folder, `${namespace}.json`);
        this.addWatchFile(file);
        return `${namespace}: ${readFileSync(file, 'utf8')}`;
      });
      return `export const texts = { ${texts.join()} };`;
    },
  },
});
