import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOutput } from '../../bench/bundle.ts';
import { createBuildCache } from '../../src/service-worker/build-cache.ts';
import { createFakeCaches } from '../support/browser/fake-caches.ts';

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
