import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> };
const readme = readFileSync('README.md', 'utf8');

/** `npm start` and `npm test` need no `run`. */
const named = new Set([...readme.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name));

test('README names each script of package.json, and no other', () => {
  expect([...named].toSorted()).toEqual(Object.keys(scripts).toSorted());
});
