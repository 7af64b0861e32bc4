import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { loadEnv, type Plugin, type Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { readBuildConfig } from './src/platform/build-environment.ts';

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

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/**
 * Fills the placeholders of index.html: which chunks belong to which route and to which locale, so that the page asks for them
 * at once instead of after the entry has run, and the style sheets, which the static shell must not wait for.
 */
const preloaded = (): Plugin => ({
  name: 'preloaded',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter(isChunk);
      const named = (ending: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending));
      const withImports = (fileName: string, seen = new Set<string>()): Set<string> => {
        const chunk = chunks.find((one) => one.fileName === fileName);
        if (!chunk || seen.has(fileName)) return seen;
        seen.add(fileName);
        for (const name of chunk.imports) withImports(name, seen);
        return seen;
      };
      const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('/index.html'));
      const early = entry ? withImports(entry.fileName) : new Set<string>();
      const filesOf = (...endings: string[]) => {
        const files = endings.flatMap((ending) => [...withImports(named(ending)?.fileName ?? '')]);
        return [...new Set(files)].filter((name) => !early.has(name)).map((name) => `/${name}`);
      };
      const bundles = chunks.flatMap(({ facadeModuleId }) => {
        const tag = /\/bundles\/([\w-]+)\.bundle\.ts$/.exec(facadeModuleId ?? '')?.[1];
        return tag ? [[tag, ['bundle', 'later'].flatMap((half) => filesOf(`/${tag}.${half}.ts`))] as const] : [];
      });
      const signedIn = ['adapters/network.ts', 'src/work.ts', 'portal/signed-in.view.tsx'];
      const routes = {
        login: filesOf('login.view.tsx'),
        home: filesOf(...signedIn, 'home.view.tsx'),
        recharge: filesOf(...signedIn, 'recharge.view.tsx'),
        detail: filesOf(...signedIn, 'order-detail.view.tsx'),
      };
      const styles: string[] = [];
      const unblocked = html.includes('__STYLES__')
        ? html.replace(/\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g, (_, href: string) => {
            styles.push(href);
            return '';
          })
        : html;
      return unblocked
        .replace('__STYLES__', JSON.stringify(styles))
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
  /src\/(?:ui\/(?:badge|button|callout|dialog|field|icon|page-title|segmented|skeleton)\.|i18n\/(?:bundle-loaders|failure-text|locale|translator)|platform\/(?:browser|build-config|clipboard|gestures|layout|leave|network|payment-windows|preparing|server-clock|stored-change|style|text-store|theme|uuid|vault|wake)|adapters\/(?:active-session|later-ports|portal|world)|views\/login\/login\.module|views\/portal\/(?!account-menu|balance-chip|navigation|signed-in\.|waiting-orders))|machines\/(?:kernel|notices|portal)\/|machines\/session\/session\./;
const LIST_PARTS =
  /src\/(?:ui\/(?:chips|data-table|date-field|pager)\.|platform\/(?:local-day|save-file)|i18n\/zone-text)/;
const NETWORK_PARTS =
  /node_modules\/(?:valibot|ofetch|ufo|destr)\/|src\/(?:contract\/(?!content|verification|analytics)|api\/(?!\w+\.cipher)|platform\/(?:stored-record|pay-url|tab-)|adapters\/(?:network|asking|account|boot|clock-sync|home|link|resume|session)|machines\/order\/order\.status)/;
const ORDER_PARTS =
  /src\/(?:views\/order\/(?!date-text)|views\/payment\/(?:time-left|payment-actor)|ui\/(?:timeline|facts|copy-button|countdown|choice-cards)|art\/)|machines\/(?:order\/|recharge\/recharge\.choices)/;

/** The package offers its development build to every bundler. */
const ROUTER = fileURLToPath(new URL('./node_modules/react-router/dist/production/', import.meta.url));

/** QA builds have the machine viewer as a page of its own. */
const pagesOf = (mode: string) =>
  (mode === 'qa' ? ['index', 'qa', 'qa-stage', 'qa-lab', 'qa-gallery'] : ['index']).map((page) =>
    join(import.meta.dirname, 'src', `${page}.html`),
  );

/** `npm run dev` and the tests; a build for players has no key of its own. */
const DEVELOPMENT = {
  VITE_PASSWORD_KEY: 'demo-key-16bytes',
  VITE_RESET_PASSPHRASE: 'demo passphrase for codes and resets',
  VITE_LOGGER_KEY: 'demo key of analytics',
  VITE_SANDBOX: '1',
};

/** A build that was told too little stops here, with one line. */
const buildConfigOf = (command: 'build' | 'serve', mode: string) => {
  try {
    return readBuildConfig({
      VITE_VERSION: process.env['npm_package_version'] ?? '0.1.0',
      ...(command === 'serve' && DEVELOPMENT),
      ...loadEnv(mode, join(import.meta.dirname, 'src'), 'VITE_'),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return process.exit(1);
  }
};

/** In a hook, so that tools which only read this file need no keys. */
const told = (): Plugin => ({
  name: 'told',
  config: (_, { command, mode, isSsrBuild }) => ({
    define: { PORTAL_BUILD: isSsrBuild ? 'undefined' : JSON.stringify(buildConfigOf(command, mode)) },
  }),
});

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: 'src',
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${ROUTER}index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${ROUTER}dom-export.mjs` },
    ],
  },
  plugins: [told(), react(), shakableRouter(), precompressed(), preloaded(), ...(mode === 'qa' ? [watched()] : [])],
  define: {
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
                { name: 'list-parts', test: LIST_PARTS, priority: 1 },
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
    setupFiles: ['tests/support/seed.setup.ts'],
    environment: 'node',
    /** Files share a process: a module that kept something of a test would be found by the next one. */
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}));
