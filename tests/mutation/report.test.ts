import { expect, test } from 'vitest';
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
