import type { Plugin } from 'vite';

/**
 * Replaces Vite's wrapper around each dynamic import, 1.5 kB that every visitor would download. The wrapper preloads the style sheets and
 * imports of a chunk. The portal does not need it: it has one style sheet, and `vite/preload.ts` lists the chunks of each page.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
  },
});
