import type { Plugin } from 'vite';

/**
 * Replaces Vite's wrapper around each dynamic import, 1.5 kB that every visitor would download. It loads style sheets and imports of a
 * chunk earlier; here one style sheet has everything, and `vite/preload.ts` lists the chunks of each page.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
  },
});
