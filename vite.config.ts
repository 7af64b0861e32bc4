import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { brand } from './vite/brand.ts';
import { buildConfig } from './vite/build-config.ts';
import { buildStamp } from './vite/build-stamp.ts';
import { chunkGroups } from './vite/chunks.ts';
import { compileHint } from './vite/compile-hint.ts';
import { languages } from './vite/languages.ts';
import { linkHeader } from './vite/link-header.ts';
import { pageScripts } from './vite/page-scripts.ts';
import { pageTexts } from './vite/page-texts.ts';
import { precompress } from './vite/precompress.ts';
import { preload } from './vite/preload.ts';
import { pagesOf, qaEntry } from './vite/qa-entry.ts';
import { routerAlias, routerTreeshake } from './vite/router-treeshake.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { SYNTAX_TARGET, supportedBrowsers } from './vite/supported-browsers.ts';
import { unreadProperties } from './vite/unread-properties.ts';
import { webManifest } from './vite/web-manifest.ts';

const ROOT = import.meta.dirname;

/** File and rule, such as `button-primary`. File names are unique, so a hash, which compresses badly, is not needed. */
const className = (name: string, file: string): string => `${basename(file).split('.')[0]}-${name}`;

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: 'src',
  resolve: { alias: routerAlias(ROOT) },
  plugins: [
    brand(ROOT),
    buildConfig(ROOT),
    buildStamp(),
    react(),
    routerTreeshake(),
    languages(ROOT),
    compileHint(),
    linkHeader(),
    pageScripts(ROOT),
    pageTexts(ROOT),
    supportedBrowsers(),
    preload(),
    ...(mode === 'qa' ? [] : [unreadProperties(), webManifest(ROOT)]),
    serviceWorker(ROOT, mode === 'qa'),
    precompress(mode === 'qa'),
    ...(mode === 'qa' ? [qaEntry()] : []),
  ],
  css: { modules: { generateScopedName: className } },
  define: {
    'import.meta.env.VITE_QA': JSON.stringify(mode === 'qa'),
  },
  /** A release runs without an installation of packages. PGlite reads files of its own folder. */
  ...(isSsrBuild && { ssr: { noExternal: true, external: ['@electric-sql/pglite'] } }),
  build: isSsrBuild
    ? {
        outDir: '../dist/server',
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: {
          input: 'server/main.ts',
          // Without the paths of the packages, which differ from one machine to another.
          experimental: { attachDebugInfo: 'none' },
          output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' },
        },
      }
    : {
        outDir: mode === 'qa' ? '../dist/qa' : '../dist/portal',
        emptyOutDir: true,
        manifest: true,
        modulePreload: false,
        target: SYNTAX_TARGET,
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        rolldownOptions: {
          input: [...pagesOf(ROOT, mode === 'qa')],
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: { groups: chunkGroups(ROOT, mode === 'qa') },
          },
        },
      },
  server: {
    proxy: Object.fromEntries(
      // A file of src/api is code of the page.
      ['/api', '/cashier', '/media', '/openapi.json', '/pages', '/sandbox', '/webhooks'].map((path) => [
        `^${path}(?!.*\\.ts)`,
        'http://127.0.0.1:8787',
      ]),
    ),
  },
  test: {
    root: '.',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/support/runs/vitest.setup.ts'],
    environment: 'node',
    /** Test files share a process, so state that a module keeps from one test is visible to the next. */
    isolate: false,
    /** A missing snapshot fails the test. By default, Vitest writes it and the test passes. */
    update: 'none',
    /** For a test that hangs. A busy machine needs up to ten times as long as an idle one. */
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}));
