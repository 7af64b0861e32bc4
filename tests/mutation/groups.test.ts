import { readdirSync } from 'node:fs';
import { createFilter } from 'vite';
import { expect, test } from 'vitest';
import { MUTATION_GROUPS } from './groups.mjs';

const groups = Object.values(MUTATION_GROUPS);
const files = ['machines', 'src', 'server', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);
const matches = (patterns: readonly string[]) => createFilter(patterns, null, { resolve: false });

/** `{a,b}.ts` as `a.ts` and `b.ts`. */
const alternativesOf = (pattern: string): readonly string[] => {
  const [, start = '', names, end = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? [];
  return names?.split(',').flatMap((name) => alternativesOf(start + name + end)) ?? [pattern];
};

test('each pattern of a group, and each alternative of it, matches a file', () => {
  const patterns = groups.flatMap(({ mutate, tests }) => [...mutate, ...tests].flatMap(alternativesOf));
  expect(patterns.filter((pattern) => !files.some(matches([pattern])))).toEqual([]);
});

test('each chart is in a group', () => {
  const isMutated = matches(groups.flatMap(({ mutate }) => mutate));
  const charts = files.filter((path) => /^machines\/.*\.machine\.ts$/.test(path));
  expect(charts.length).toBeGreaterThan(10);
  expect(charts.filter((path) => !isMutated(path))).toEqual([]);
});
