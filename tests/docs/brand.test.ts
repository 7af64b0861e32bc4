import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const RECIPE = 'docs/contributing.md';

/** Also with tags or parts of a regular expression between the words, and as a host. */
const NAME = /aurora[\W_b]{1,12}gate/i;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && !path.endsWith('.png') && existsSync(path));

const [, recipe = ''] = readFileSync(RECIPE, 'utf8').split('### Change the brand\n');
const [list = ''] = recipe.split('\nThe mark:');

/** A part of a path in angle brackets may be anything. */
const listed = [...list.matchAll(/`((?:src|server|tests|locales|docs)\/[\w./<>-]+)`/g)].map(
  ([, path = '']) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/<\w+>/g, '[^/]+')}$`),
);

test('the name of the portal is only in the files that the recipe for another brand lists', () => {
  const withName = files.filter((path) => NAME.test(readFileSync(path, 'utf8')));
  expect(withName.filter((path) => path !== RECIPE && !listed.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(listed.filter((pattern) => !withName.some((path) => pattern.test(path)))).toEqual([
    /^tests\/docs\/brand\.test\.ts$/,
  ]);
});
