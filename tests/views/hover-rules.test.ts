import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trackedFiles } from '../support/tracked-files.ts';

const COMMENT = /\/\*[\s\S]*?\*\//g;
const HOVER_BLOCK = /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;

const stylesheets = trackedFiles('src').filter((path) => path.endsWith('.css'));

/** Selectors with `:hover` outside of `@media (hover: hover)`. */
const unguarded = (css: string): readonly string[] =>
  [
    ...css
      .replace(COMMENT, '')
      .replace(HOVER_BLOCK, '')
      .matchAll(/[^{}]*:hover[^{}]*(?=\{)/g),
  ].map(([selector]) => selector.trim());

test('a touch screen keeps no hover style: every :hover rule is inside @media (hover: hover)', () => {
  expect(stylesheets.filter((path) => /:hover/.test(readFileSync(path, 'utf8'))).length).toBeGreaterThan(15);
  expect(
    stylesheets.flatMap((path) => unguarded(readFileSync(path, 'utf8')).map((selector) => `${path}: ${selector}`)),
  ).toEqual([]);
});
