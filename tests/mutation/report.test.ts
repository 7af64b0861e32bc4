import { readdirSync } from 'node:fs';
import { createFilter } from 'vite';
import { expect, test } from 'vitest';
import { MUTATION_GROUPS } from './groups.mjs';
import { readMutants, scoreOf } from './report.mjs';

const SOURCE = 'one();\n  two(true);\nthree();';
const reported = (status: string, isStatic = false) => ({
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  status,
  static: isStatic,
  location: { start: { line: 2, column: 7 }, end: { line: 2, column: 11 } },
});
const mutantsOf = (...mutants: readonly ReturnType<typeof reported>[]) =>
  readMutants(JSON.stringify({ files: { 'a.ts': { source: SOURCE, mutants } } }));

test('the score counts mutants that a test noticed or that ran too long, and leaves out those that cannot run', () => {
  const statuses = ['Killed', 'FailedStart', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'];
  const { score, counts, survivors } = scoreOf(mutantsOf(...statuses.map((status) => reported(status))));
  expect(score).toBe(60);
  expect(counts).toBe('Killed 1, FailedStart 1, Timeout 1, Survived 1, NoCoverage 1, CompileError 1, Ignored 1');
  expect(survivors).toEqual([
    'a.ts:2:7 Survived BooleanLiteral: two(true); → false',
    'a.ts:2:7 NoCoverage BooleanLiteral: two(true); → false',
  ]);
});

const groups = Object.values(MUTATION_GROUPS);
const files = ['machines', 'src', 'server', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);
const matches = (patterns: readonly string[]) => createFilter(patterns, null, { resolve: false });

test('each pattern of a group matches a file', () => {
  const patterns = groups.flatMap(({ mutate, tests }) => [...mutate, ...tests]);
  expect(patterns.filter((pattern) => !files.some(matches([pattern])))).toEqual([]);
});

test('each chart is in a group', () => {
  const isMutated = matches(groups.flatMap(({ mutate }) => mutate));
  const charts = files.filter((path) => /^machines\/.*\.machine\.ts$/.test(path));
  expect(charts.length).toBeGreaterThan(10);
  expect(charts.filter((path) => !isMutated(path))).toEqual([]);
});
