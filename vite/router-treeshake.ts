import { join } from 'node:path';
import type { Alias, Plugin } from 'vite';

/** The router's production build. The package's export map offers bundlers its development build only. */
export const routerAlias = (root: string): Alias[] => {
  const folder = join(root, 'node_modules/react-router/dist/production');
  return [
    { find: /^react-router$/, replacement: join(folder, 'index.mjs') },
    { find: /^react-router\/dom$/, replacement: join(folder, 'dom-export.mjs') },
  ];
};

/**
 * Marks top-level statements of react-router as free of side effects, so that its unused exports are dropped. This saves 7.3 kB of
 * Brotli on the first visit; docs/decisions/0007 has the measurement. Without `contextType`, the router's error boundary ignores errors
 * of server components, which the portal does not have.
 */
export const routerTreeshake = (): Plugin => ({
  name: 'router-treeshake',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-/ },
    handler: (code) => ({
      code: code
        .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\(|new Set\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.(?:displayName|contextType) = .*;$/gm, ''),
      map: null,
    }),
  },
});
