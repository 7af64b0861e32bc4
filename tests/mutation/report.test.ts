import { readdirSync } from 'node:fs';
import { createFilter } from 'vite';
import { expect, test } from 'vitest';
import { MUTATION_GROUPS } from './groups.mjs';
import { ignorer } from './ignored.mjs';
import { readReport } from './report.mjs';

const mutant = (status: string, line: number) => ({
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  status,
  location: { start: { line, column: 3 } },
});

test('the score counts mutants that a test noticed or that ran too long, and leaves out those that cannot run', () => {
  const source = 'one();\n  two(true);\nthree();';
  const statuses = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'];
  const report = { files: { 'a.ts': { source, mutants: statuses.map((status) => mutant(status, 2)) } } };
  const { score, counts, survivors } = readReport(JSON.stringify(report));
  expect(score).toBe(60);
  expect(counts).toBe('Killed 2, Timeout 1, Survived 1, NoCoverage 1, CompileError 1, Ignored 1');
  expect(survivors).toEqual([
    'a.ts:2:3 Survived BooleanLiteral: two(true); → false',
    'a.ts:2:3 NoCoverage BooleanLiteral: two(true); → false',
  ]);
});

test('a report without mutants has no score', () => {
  expect(readReport('{"files":{}}').score).toBeNull();
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
