import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/;

/** Writes .br and .gz beside each text file, so that nothing is compressed while a player waits. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!COMPRESSIBLE.test(fileName)) continue;
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (bytes.length < 512) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        };
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.br`,
          source: brotliCompressSync(bytes, { params }),
        });
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.gz`,
          source: gzipSync(bytes, { level: 9 }),
        });
      }
    },
  },
});

/**
 * Fills the two placeholders of index.html: which chunks belong to which route and to which locale, so that the page asks for
 * them at once instead of after the entry has run.
 */
const preloaded = (): Plugin => ({
  name: 'preloaded',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const fileOf = (ending: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending));
      const withStyles = (ending: string) => {
        const chunk = fileOf(ending);
        if (!chunk) return [];
        return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`);
      };
      const bundles = chunks.flatMap(({ facadeModuleId }) => {
        const tag = /\/bundles\/([\w-]+)\.bundle\.ts$/.exec(facadeModuleId ?? '')?.[1];
        return tag ? [[tag, ['bundle', 'later'].flatMap((half) => withStyles(`/${tag}.${half}.ts`))] as const] : [];
      });
      const routes = {
        login: withStyles('login.view.tsx'),
        home: withStyles('home.view.tsx'),
        recharge: withStyles('recharge.view.tsx'),
        detail: withStyles('order-detail.view.tsx'),
      };
      return html
        .replace('__ROUTE_CHUNKS__', JSON.stringify(routes))
        .replace('__LOCALE_CHUNKS__', JSON.stringify(Object.fromEntries(bundles)));
    },
  },
});

/** Watched builds start with src/qa, which then loads the portal, or a page of its own. */
const watched = (): Plugin => ({
  name: 'watched',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('./main.tsx', './qa/qa.entry.ts')
        .replace('<meta charset="utf-8" />', '<meta charset="utf-8" />\n    <meta name="build" content="qa" />'),
  },
});

/** Says which of the router's top-level lines do nothing by themselves, so that what nobody imports of it is left out. */
const shakableRouter = (): Plugin => ({
  name: 'shakable-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-/ },
    handler: (code) => ({
      code: code
        .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = .*;$/gm, ''),
      map: null,
    }),
  },
});

/** Few files, each for one kind of change: packages, the parts of every page, what speaks with the API, the parts of pages about orders. */
const FIRST_PACKAGES =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|i18next-browser-languagedetector|xstate|@xstate\/react|use-sync-external-store)\/|rolldown|vite\/preload-helper/;
const SHARED_PARTS =
  /src\/(?:ui\/(?!qr-code|timeline|facts|copy-button|countdown|choice-cards)|i18n\/(?!bundles|date-format|item-text)|platform\/(?!stored-record|pay-url|tab-|alarm|build-environment)|adapters\/(?:active-session|later-ports)|views\/portal\/(?:safe-link|aurora|plain-page|frame\.module|portal\.context))|machines\/kernel\/|machines\/session\/session\./;
const NETWORK_PARTS =
  /node_modules\/(?:valibot|ofetch|ufo|destr)\/|src\/(?:contract\/|api\/(?!password)|platform\/(?:stored-record|pay-url|tab-)|adapters\/(?:network|asking|account|boot|clock-sync|home|link|resume|session)|machines\/order\/order\.status)/;
const ORDER_PARTS =
  /src\/(?:views\/order\/|views\/payment\/(?:time-left|payment-actor)|ui\/(?:timeline|facts|copy-button|countdown|choice-cards)|art\/)|machines\/(?:order\/|recharge\/recharge\.choices)/;

/** The package offers its development build to every bundler. */
const ROUTER = fileURLToPath(new URL('./node_modules/react-router/dist/production/', import.meta.url));

/** QA builds have the machine viewer as a page of its own. */
const pagesOf = (mode: string) =>
  (mode === 'qa' ? ['index', 'qa', 'qa-stage', 'qa-lab', 'qa-gallery'] : ['index']).map((page) =>
    join(import.meta.dirname, 'src', `${page}.html`),
  );

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: 'src',
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${ROUTER}index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${ROUTER}dom-export.mjs` },
    ],
  },
  plugins: [react(), shakableRouter(), precompressed(), preloaded(), ...(mode === 'qa' ? [watched()] : [])],
  define: {
    'import.meta.env.VITE_VERSION': JSON.stringify(process.env['npm_package_version'] ?? '0.1.0'),
    'import.meta.env.VITE_QA': JSON.stringify(mode === 'qa'),
  },
  build: isSsrBuild
    ? {
        outDir: '../dist/server',
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: {
          input: 'server/main.ts',
          output: { entryFileNames: 'main.js' },
        },
      }
    : {
        outDir: mode === 'qa' ? '../dist/qa' : '../dist/portal',
        emptyOutDir: true,
        manifest: true,
        modulePreload: { polyfill: false },
        target: 'baseline-widely-available',
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        rolldownOptions: {
          input: pagesOf(mode),
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                { name: 'packages', test: FIRST_PACKAGES, priority: 3 },
                { name: 'parts', test: SHARED_PARTS, priority: 2 },
                { name: 'network', test: NETWORK_PARTS, priority: 2 },
                { name: 'order-parts', test: ORDER_PARTS, priority: 1 },
              ],
            },
          },
        },
      },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/cashier', '/media', '/pages', '/sandbox', '/webhooks'].map((path) => [path, 'http://127.0.0.1:8787']),
    ),
  },
  test: {
    root: '.',
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
}));
