import type { Plugin, Rolldown } from 'vite';

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/** Loaded by every page. The portal starts while the second one, a dynamic import, is still loading. */
const START = ['src/main.tsx', 'app/render-portal.tsx'];

/** Loaded by every page of a signed-in player. */
const SIGNED_IN = ['app/api-adapters.ts', 'app/signed-in.ts', 'shell/signed-in.view.tsx'];

/** With one style sheet and no preloads of Vite's own, the list that its helper loads before a dynamic import is always empty. */
const HELPER = 'export const __vitePreload = (load) => load();';

/**
 * Fills the placeholders in the script of index.html: the chunks of each first view and locale, which the page requests before the entry has
 * run, and the style sheets and the entry, which must not delay the static shell.
 */
export const preload = (): Plugin => ({
  name: 'preload',
  enforce: 'pre',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  load: { filter: { id: /vite\/preload-helper\.js$/ }, handler: () => HELPER },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter(isChunk);
      const named = (path: string) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${path}`)));
      const withImports = (fileName: string, seen = new Set<string>()): Set<string> => {
        const chunk = chunks.find((one) => one.fileName === fileName);
        if (!chunk || seen.has(fileName)) return seen;
        seen.add(fileName);
        for (const name of chunk.imports) withImports(name, seen);
        return seen;
      };
      const initial = new Set(START.flatMap((path) => [...withImports(named(path)?.fileName ?? '')]));
      const filesOf = (...paths: string[]) => {
        const files = paths.flatMap((path) => [...withImports(named(path)?.fileName ?? '')]);
        return [...new Set(files)].filter((name) => !initial.has(name)).map((name) => `/${name}`);
      };
      /** The texts before a login, then all texts. */
      const locales = chunks.flatMap(({ facadeModuleId }) => {
        const tag = /\/bundles\/([\w-]+)\.bundle\.ts$/.exec(facadeModuleId ?? '')?.[1];
        return tag ? [[tag, ['bundle', 'all'].flatMap((part) => filesOf(`bundles/${tag}.${part}.ts`))] as const] : [];
      });
      const routes = {
        home: filesOf(...SIGNED_IN, 'home.view.tsx', 'home-sections.view.tsx'),
        recharge: filesOf(...SIGNED_IN, 'recharge.view.tsx'),
        epoint: filesOf(...SIGNED_IN, 'recharge.view.tsx', 'epoint-recharge.view.tsx'),
        detail: filesOf(...SIGNED_IN, 'order-detail.view.tsx'),
        account: filesOf(...SIGNED_IN, 'account.view.tsx'),
        news: filesOf(...SIGNED_IN, 'news.view.tsx'),
        article: filesOf(...SIGNED_IN, 'article.view.tsx'),
        player: filesOf(...SIGNED_IN),
      };
      let rest = html;
      /** Removes the tags that match `tag` and returns their URLs, if the page has the placeholder and therefore loads them itself. */
      const extractUrls = (placeholder: string, tag: RegExp): readonly string[] => {
        const urls: string[] = [];
        if (rest.includes(placeholder) && initial.size > 0)
          rest = rest.replace(tag, (_, url: string) => {
            urls.push(url);
            return '';
          });
        return urls;
      };
      const styles = extractUrls('__STYLES__', /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g);
      const linked = extractUrls('__ENTRY_CHUNKS__', /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g);
      const started = extractUrls('__ENTRIES__', /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g);
      const code = new Set([...linked, ...started, ...[...initial].map((name) => `/${name}`)]);
      return rest
        .replace('__STYLES__', JSON.stringify(styles))
        .replace('__ENTRY_CHUNKS__', JSON.stringify([...code]))
        .replace('__ENTRIES__', JSON.stringify(started))
        .replace('__ROUTE_CHUNKS__', JSON.stringify(routes))
        .replace('__LOCALE_CHUNKS__', JSON.stringify(Object.fromEntries(locales)));
    },
  },
});
