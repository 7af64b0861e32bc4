import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trackedFiles } from '../support/tracked-files.ts';

/** Imports without a deadline of their own: the diagnosis for a publisher, QA code, and a part that its caller passes to a loader. */
const WITHOUT_DEADLINE = [
  'src/app/start-portal.ts: ./diagnosis.ts',
  'src/main.tsx: ./qa/apps/instrumentation.ts',
  'src/views/shell/signed-in-parts.ts: ./signed-in.view.tsx',
];

/** The only files that may call React's `lazy`. */
const LAZY_CALLERS = ['src/views/app/lazy-page.tsx', 'src/views/app/lazy-part.tsx'];

const LOADER = /\b(?:loadChunk|loadCode|createChunkLoader|lazyPage|lazyPart|lazyWithFallback)(?:<[^<>]*>)?\(/;

const files = trackedFiles('src')
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('src/qa/') && !path.endsWith('.d.ts'))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

test('every dynamic import is in the statement of a loader, which has the deadline (D4, D31, ROUTE-13)', () => {
  const imports = files.flatMap(({ path, code }) =>
    [...code.matchAll(/(?<!typeof |: )\bimport\('([^']+)'\)|import\.meta\.glob\b/g)].map(({ 1: target, index }) => ({
      name: `${path}: ${target}`,
      statement: code.slice(code.lastIndexOf(';', index), index),
    })),
  );
  expect(imports.length).toBeGreaterThan(10);
  const unlimited = imports.filter(({ statement }) => !LOADER.test(statement));
  expect(unlimited.map(({ name }) => name)).toEqual(WITHOUT_DEADLINE);
});

test('only the two lazy helpers call React’s lazy (D4)', () => {
  const callers = files.filter(({ code }) => /(?<!\bv\.)\blazy(?:<[^>]*>)?\(/.test(code));
  expect(callers.map(({ path }) => path)).toEqual(LAZY_CALLERS);
});

test('language chunks have the deadline too (D4)', () => {
  expect(files.find(({ path }) => path === 'src/i18n/translator.ts')?.code).toMatch(/loadChunk\(loader\)/);
});
