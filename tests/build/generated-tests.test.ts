import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawPages } from '../../src/qa/portal/to-test/draw-pages.ts';
import { toTest } from '../../src/qa/portal/to-test/to-test.ts';

const ASSETS = readdirSync(new URL('../../dist/qa/assets/', import.meta.url));

test.each(['login-by-phone', 'troubled-start'])('the test of %s blocks a script of a build (INSP-03)', async (name) => {
  const recording = readFileSync(new URL(`../flows/${name}.flow.json`, import.meta.url), 'utf8');
  const result = await toTest(recording, { title: name, expects: null, models: '..', draw: drawPages });
  const blocked = [...(result.ok ? result.text : '').matchAll(/blockCode\('([^']+)'\)/g)].map(([, script]) => script);
  expect(blocked).not.toEqual([]);
  for (const script of blocked)
    expect(ASSETS.filter((file) => file.startsWith(`${script}-`) && file.endsWith('.js'))).not.toEqual([]);
});
