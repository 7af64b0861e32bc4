import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allFiles, type Manifest, readManifest, readOutput } from '../../bench/bundle.ts';
import { createBuildCache } from '../../src/service-worker/build-cache.ts';
import { createFakeCaches } from '../support/browser/fake-caches.ts';

/** Imports and exports, and nothing else. */
const isFacade = (code: string): boolean => /^(?:import[^;]*;\s*)*export\s*\{[^}]*\}[^;]*;?\s*$/.test(code);

const chunkOf = (manifest: Manifest, name: string) => {
  const chunk = Object.values(manifest).find((one) => one.name === name);
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  return chunk;
};

test('the portal starts, and the machines of a player run, without the file of React', () => {
  const manifest = readManifest();
  const importsOf = (name: string): readonly (string | undefined)[] =>
    (chunkOf(manifest, name).imports ?? []).map((key) => manifest[key]?.name);
  expect(importsOf('start')).toEqual([]);
  expect(importsOf('signed-in')).not.toContain('renderer');
  expect(importsOf('renderer')).toContain('start');
});

test('no file only exports what another chunk contains', () => {
  const scripts = allFiles(readManifest()).filter((file) => file.endsWith('.js'));
  expect(scripts.filter((file) => isFacade(readOutput(file)))).toEqual([]);
  expect(isFacade('import{t as e}from"./api-12345678.js";export{e as createApiAdapters};')).toBe(true);
  expect(isFacade('export{t as createApiAdapters}from"./api-12345678.js";')).toBe(true);
});

test('a production build has no listener for messages from other windows (C67)', () => {
  const scripts = allFiles(readManifest()).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const listening = scripts.filter((file) =>
    /addEventListener\(\s*["'`]message(?:error)?["'`]|(?:window|self|globalThis)\.onmessage\b/.test(readOutput(file)),
  );
  expect(listening).toEqual([]);
});

type Icon = { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose: string };
type WebManifest = Readonly<Record<string, unknown>> & { readonly icons: readonly Icon[] };

const manifest = JSON.parse(readOutput('manifest.webmanifest')) as WebManifest;
const html = readOutput('index.html');

test('the page links the web manifest, which has its name and color', () => {
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  expect(html).toContain(`<meta property="og:site_name" content="${manifest['name']}" />`);
  expect(html).toContain(`<meta name="theme-color" content="${manifest['theme_color']}"`);
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'minimal-ui' });
});

test('each icon of the web manifest exists in its size', () => {
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = readFileSync(new URL(`../../dist/portal${src}`, import.meta.url));
    if (type === 'image/png')
      expect([src, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([src, sizes]);
    else expect([src, sizes, bytes.toString().startsWith('<svg')]).toEqual([src, 'any', true]);
  }
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    'any any',
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

test('a QA build cannot be installed', () => {
  expect(readFileSync('dist/qa/index.html', 'utf8')).not.toContain('rel="manifest"');
});

const worker = readOutput('service-worker.js');
const built = readdirSync('dist/portal/assets').filter((name) => /\.(?:js|css|svg)$/.test(name));

test('the service worker lists every script, style sheet and picture of the build', () => {
  const listed = (worker.match(/\/assets\/[\w.-]+\.(?:js|css|svg)/g) ?? []).map((path) =>
    path.slice('/assets/'.length),
  );
  expect(built.length).toBeGreaterThan(50);
  expect(listed.toSorted()).toEqual(built.toSorted());
});

test('an installation of the build stores no file of a language (I18N-04)', async () => {
  const { caches, dump } = createFakeCaches();
  const files = Object.fromEntries(built.map((name) => [`/assets/${name}`, 0]));
  const fetchFile = async (path: RequestInfo | URL): Promise<Response> =>
    new Response('', { headers: { 'content-type': path === '/' ? 'text/html' : 'text/javascript' } });
  await createBuildCache({ id: 'a', pageIntegrity: '', pageBytes: 0, files }, { caches, fetch: fetchFile }).install();
  const stored = dump()['portal-a'] ?? [];
  expect(stored.length).toBeGreaterThan(20);
  expect(stored.filter((path) => /\/[a-z]{2}-[A-Z]{2}\./.test(path))).toEqual([]);
});

test('the service worker accepts only the page of its own build (C54)', () => {
  expect(worker).toContain(`sha256-${createHash('sha256').update(readOutput('index.html')).digest('base64')}`);
});

test('the script that removes the worker serves nothing, and a QA build has no other', () => {
  const off = readOutput('service-worker-off.js');
  expect(off).toContain('unregister');
  expect(off).not.toContain('respondWith');
  expect(readFileSync('dist/qa/service-worker.js', 'utf8')).toBe(off);
});
