import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withPictures } from '../support/architecture-pictures.ts';
import { directArrows } from '../support/import-graph.ts';
import { MACHINES } from '../support/machine-documents.ts';

const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');

test('the pictures of docs/architecture.md show the current code: `npm run charts` draws them', () => {
  expect(page).toContain('```mermaid');
  expect(withPictures(page)).toBe(page);
});

test('docs/architecture.md describes every machine, and no other', () => {
  const [, section = ''] = page.split(/^## The actors$/m);
  const [table = ''] = section.split(/^## /m);
  const described = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? []);
  expect(described.toSorted()).toEqual([...MACHINES.keys()].toSorted());
});

test('a picture with an unknown name is an error', () => {
  expect(() => withPictures('<!-- picture: nowhere -->\n<!-- end -->')).toThrow('unknown picture "nowhere"');
});

test('an arrow that follows from others is left out, unless folders import each other', () => {
  const graph = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set<string>()],
    ['d', new Set(['b'])],
  ]);
  expect(directArrows(graph)).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['b', 'd'],
    ['d', 'b'],
  ]);
});
