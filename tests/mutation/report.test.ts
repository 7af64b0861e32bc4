import { readdirSync } from 'node:fs';
import { createFilter } from 'vite';
import { expect, test } from 'vitest';
import { MUTATION_GROUPS } from './groups.mjs';
import { ignorer } from './ignored.mjs';
import { forgetMissed } from './incremental.mjs';
import { mayFailToStart, mutatedSource, readMutants, scoreOf } from './report.mjs';

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

test('a report without mutants has no score', () => {
  expect(scoreOf(readMutants('{"files":{}}')).score).toBeNull();
});

test('a survivor is checked again if it runs while its file loads', () => {
  const mutants = mutantsOf(
    reported('Survived', true),
    reported('NoCoverage', true),
    reported('Survived'),
    reported('Killed', true),
  );
  expect(mutants.map(mayFailToStart)).toEqual([true, true, false, false]);
  expect(mutants[0] && mutatedSource(mutants[0])).toBe('one();\n  two(false);\nthree();');
});

test('the next run repeats each mutant that made no test fail', () => {
  const statuses = ['Killed', 'Survived', 'NoCoverage', 'Timeout', 'Ignored'];
  const kept = forgetMissed(
    JSON.stringify({
      schemaVersion: '1.0',
      files: { 'a.ts': { source: SOURCE, mutants: statuses.map((status) => reported(status)) } },
    }),
  );
  expect(JSON.parse(kept)).toEqual({
    schemaVersion: '1.0',
    files: { 'a.ts': { source: SOURCE, mutants: [reported('Killed'), reported('Ignored')] } },
  });
});

test('only what has no effect by construction is left out', () => {
  const property = (name: string) => ({ node: { type: 'ObjectProperty', key: { type: 'Identifier', name } } });
  const textIn = (name: string) => ({
    node: { type: 'StringLiteral' },
    parent: { type: 'CallExpression', callee: { type: 'Identifier', name } },
  });
  for (const path of [property('description'), property('types'), textIn('portStub'), textIn('Error')])
    expect(ignorer.value.shouldIgnore(path)).toMatch(/\.$/);
  for (const path of [property('initial'), property('target'), textIn('assign')])
    expect(ignorer.value.shouldIgnore(path)).toBeUndefined();
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
