import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOutput } from '../../bench/bundle.ts';

const worker = readOutput('service-worker.js');

test('the service worker lists every script, style sheet and picture of the build', () => {
  const listed = (worker.match(/\/assets\/[\w.-]+\.(?:js|css|svg)/g) ?? []).map((path) =>
    path.slice('/assets/'.length),
  );
  const built = readdirSync('dist/portal/assets').filter((name) => /\.(?:js|css|svg)$/.test(name));
  expect(built.length).toBeGreaterThan(50);
  expect(listed.toSorted()).toEqual(built.toSorted());
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
