import { expect, test } from 'vitest';
import { requirementProblems } from './support/runs/requirement-matrix.mjs';

type Level = 'm' | 'c' | 'b';

const REQUIREMENT = 'ROUTE-14';

/** The problems that `npm run spec` reports for these tests. */
const problemsOf = (
  levels: readonly Level[],
  tests: readonly (readonly [file: string, title: string, state?: string])[],
): readonly string[] =>
  requirementProblems(
    tests.map(([file, title, state = 'passed']) => ({ file, title, state })),
    [{ id: REQUIREMENT, levels, implemented: true, what: 'mobile at 750 px or less' }],
  );

const UNIT = 'tests/machines/layout.test.ts';
const BROWSER = 'tests/browser/layout.spec.ts';

test('an id counts anywhere in a title (D32)', () => {
  for (const title of ['ROUTE-14 at 750 px', 'the layout ROUTE-14 at 750 px', '750 px is mobile (ROUTE-14)'])
    expect(problemsOf(['m'], [[UNIT, title]])).toEqual([]);
});

test('every level of a requirement needs a passing test (D32)', () => {
  const unit = [UNIT, '750 px is mobile (ROUTE-14)'] as const;
  expect(problemsOf(['m', 'b'], [unit])).toEqual(['ROUTE-14: missing a passing test at level b']);
  expect(problemsOf(['m', 'b'], [unit, [BROWSER, 'a phone (ROUTE-14)', 'failed']])).toEqual([
    'ROUTE-14: missing a passing test at level b',
  ]);
  expect(problemsOf(['m', 'b'], [unit, [BROWSER, 'a phone (ROUTE-14)']])).toEqual([]);
});

test('a fault or a finding needs a passing test at any level (D32)', () => {
  expect(problemsOf([], [])).toEqual(['ROUTE-14: missing a passing test']);
  expect(problemsOf([], [[BROWSER, 'a phone (ROUTE-14)']])).toEqual([]);
});

test('a title that names an unknown requirement is a problem (D32)', () => {
  const titles = ['a phone (ROUTE-14)', 'a row without a number (READ-99)', 'an old browser (BRWS-98)'] as const;
  expect(
    problemsOf(
      ['m'],
      titles.map((title) => [UNIT, title]),
    ),
  ).toEqual(['READ-99: named by a test, but no such requirement', 'BRWS-98: named by a test, but no such requirement']);
});
