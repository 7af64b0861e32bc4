import { expect, test } from 'vitest';
import { createTestReader, type Value } from './support/asserted-values.mjs';
import {
  faultCoverage,
  REQUIREMENT_VALUES,
  REQUIREMENTS,
  type RequirementValues,
  requirementProblems,
  writtenTests,
} from './support/requirement-matrix.mjs';

const FILE = 'tests/machines/layout.test.ts';
const TITLE = 'ROUTE-14 · 750 px is mobile, 751 is desktop';

type Case = {
  readonly title?: string;
  readonly values?: RequirementValues;
  readonly levels?: readonly ('m' | 'c' | 'b')[];
  readonly others?: Readonly<Record<string, string>>;
};

/** The problems that `npm run spec` reports for one passing test with ROUTE-14 in its title. */
const problemsOf = (
  source: string,
  { title = TITLE, values = { expects: ['mobile'], given: [750] }, levels = ['m'], others = {} }: Case = {},
): readonly string[] => {
  const files: Readonly<Record<string, string>> = { [FILE]: source, ...others };
  const reader = createTestReader(
    (path) => files[path] ?? null,
    Object.keys(others).filter((path) => path.includes('/models/')),
  );
  const requirements = [{ id: 'ROUTE-14', levels, implemented: true, what: 'mobile at 750 px or less' }];
  return requirementProblems([{ file: FILE, title, state: 'passed' }], {
    requirements,
    values: { 'ROUTE-14': values },
    reader,
  });
};

const written = (body: string, title = TITLE): string => `test('${title}', async () => { ${body} });`;

test('D32 · a title without an assertion proves nothing', () => {
  expect(problemsOf(written("layoutAt(750); console.log('mobile');"))).toEqual([
    'ROUTE-14: no assertion at level m; not asserted: "mobile"',
  ]);
  expect(problemsOf(written("expect(layoutAt(750)); layoutAt('mobile');"))).toEqual([
    'ROUTE-14: no assertion at level m; not asserted: "mobile"',
  ]);
});

test('D32 · an assertion on another value proves nothing', () => {
  expect(problemsOf(written("expect(layoutAt(750)).toBe('automobile');"))).toEqual([
    'ROUTE-14: not asserted: "mobile"',
  ]);
  expect(problemsOf(written("expect(layoutAt(7500)).toBe('mobile');"))).toEqual(['ROUTE-14: in no test: 750']);
  expect(problemsOf(written("expect(layoutAt(750)).toBe('mobile');"))).toEqual([]);
});

test('D32 · a value behind .not, in a message or in the title is not asserted', () => {
  const lacking = ['ROUTE-14: not asserted: "mobile"'];
  expect(problemsOf(written("expect(layoutAt(750)).not.toBe('mobile');"))).toEqual(lacking);
  expect(problemsOf(written("expect(layoutAt(750), 'mobile').toBe('desktop');"))).toEqual(lacking);
  expect(problemsOf(written('expect(layoutAt(750)).toBe(true);'))).toEqual(lacking);
});

test.each([
  [
    'a table of test.each',
    "test.each([[750, 'mobile'], [751, 'desktop']])('ROUTE-14 · %i px is %s', (width, layout) => { expect(layoutAt(width)).toBe(layout); });",
    'ROUTE-14 · 750 px is mobile',
  ],
  [
    'a loop over rows in the file',
    `const ROWS = [{ width: 750, layout: 'mobile' }]; for (const { width, layout } of ROWS) test(\`ROUTE-14 · \${width} px\`, () => { expect(layoutAt(width)).toBe(layout); });`,
    'ROUTE-14 · 750 px',
  ],
  ['a loop in the test', written("for (const layout of ['mobile']) expect(layoutAt(750)).toBe(layout);"), TITLE],
  ['a constant', `const MOBILE = 'mobile'; ${written('expect(layoutAt(750)).toBe(MOBILE);')}`, TITLE],
  [
    'a group',
    `describe('the layout', () => { ${written("expect(layoutAt(750)).toBe('mobile');")} });`,
    `the layout ${TITLE}`,
  ],
  [
    'a group that a helper opens',
    `describeOn('the layout', () => { ${written("expect(layoutAt(750)).toBe('mobile');")} });`,
    `the layout (pglite) ${TITLE}`,
  ],
  [
    'a helper that asserts its argument',
    `const sees = (layout) => expect(screen.layout).toBe(layout); ${written("resize(750); sees('mobile');")}`,
    TITLE,
  ],
  [
    'a helper that returns what is asserted',
    `const phone = () => ({ width: 750, layout: 'mobile' }); ${written('expect(read()).toEqual(phone());')}`,
    TITLE,
  ],
  [
    'a value that a callback stores in a list',
    written("const seen = []; on((width) => seen.push('mobile')); resize(750); expect(seen).toHaveLength(1);"),
    TITLE,
  ],
  ['a computed number', written("expect(layoutAt(700 + 50)).toBe('mobile');"), TITLE],
  ['a helper that throws', written("resize(750); assertLayout('mobile');"), TITLE],
  ['a regular expression', written('expect(layoutAt(750)).toMatch(/^mobile$/);'), TITLE],
  ['expect.poll', written("await expect.poll(() => layoutAt(750)).toBe('mobile');"), TITLE],
])('D32 · %s reaches the assertion', (_, source, title) => {
  expect(problemsOf(source, { title })).toEqual([]);
});

test('D32 · helpers of other test files and methods of page models are followed, the product is not', () => {
  const others = {
    'tests/support/layouts.ts': "export const PHONE = { width: 750, layout: 'mobile' };",
    'tests/browser/models/layout.model.ts': 'class LayoutModel { seeLayout(name) { expect(this.page).toBe(name); } }',
    'machines/layout.ts': "export const LAYOUT = 'mobile'; export const WIDTH = 750;",
  };
  const imported = `import { PHONE } from '../support/layouts.ts'; ${written('expect(layoutAt(PHONE.width)).toBe(PHONE.layout);')}`;
  expect(problemsOf(imported, { others })).toEqual([]);
  expect(problemsOf(written("resize(750); page.seeLayout('mobile');"), { others })).toEqual([]);
  const product = `import { LAYOUT, WIDTH } from '../../machines/layout.ts'; ${written('expect(layoutAt(WIDTH)).toBe(LAYOUT);')}`;
  expect(problemsOf(product, { others })).toEqual(['ROUTE-14: not asserted: "mobile"; in no test: 750']);
});

test('D32 · every level that is asked for needs a test with an assertion', () => {
  const source = written("expect(layoutAt(750)).toBe('mobile');");
  expect(problemsOf(source, { levels: ['m', 'b'] })).toEqual(['ROUTE-14: missing a passing test at level b']);
  expect(problemsOf(source, { levels: [] })).toEqual([]);
  expect(problemsOf(source, { title: 'ROUTE-14 · a title that no test has' })).toEqual([
    `ROUTE-14: ${FILE} contains no test "ROUTE-14 · a title that no test has"; no assertion at level m; not asserted: "mobile"; in no test: 750`,
  ]);
});

test('D32 · a requirement without values needs a reason, and still needs an assertion', () => {
  const source = written('expect(layoutAt(1)).toBe(2);');
  expect(problemsOf(source, { values: {} })).toEqual(['ROUTE-14: neither values nor a reason for having none']);
  expect(problemsOf(source, { values: { reason: 'no value' } })).toEqual([]);
  expect(problemsOf(written('layoutAt(1);'), { values: { reason: 'no value' } })).toEqual([
    'ROUTE-14: no assertion at level m',
  ]);
});

test.each<[Value, string]>([
  [60_000, 'expect(limit).toBe(60_000);'],
  [23, "expect(url).toBe('/main/logout?id=23');"],
  [-1, 'expect(code).toBe(-1);'],
  [['ios', 'android'], "expect(system).toBe('android');"],
  [{ match: '^/main' }, "expect(path).toBe('/main/home');"],
  ['/main/home', 'expect(page).toHaveURL(/\\/main\\/home$/);'],
  ['server_id', "expect(sent).toEqual({ server_id: 's1' });"],
])('D32 · the value %j is found in %s', (value, body) => {
  expect(problemsOf(written(body), { values: { expects: [value] } })).toEqual([]);
  expect(problemsOf(written('expect(other).toBe(7);'), { values: { expects: [value] } })).toHaveLength(1);
});

test('D32 · every requirement has a line of values, and no other line is there', () => {
  expect(Object.keys(REQUIREMENT_VALUES)).toEqual(REQUIREMENTS.map(({ id }) => id));
});

test('D32 · all 102 faults are named by a test, and decision 100 argues only clauses of these faults', () => {
  const { faults, named, open, unknown } = faultCoverage(writtenTests());
  expect([faults.length, named.length, unknown]).toEqual([102, 102, []]);
  expect(open.length).toBeGreaterThan(0);
});

test('D32 · a fault without a passing test is not counted, nor a clause of an unknown one accepted', () => {
  const results = [
    { file: FILE, title: 'C1 · a title', state: 'passed' },
    { file: FILE, title: 'S1 · a title', state: 'failed' },
  ];
  const rows = '| C1 | a clause | why |\n| S99 | a clause | why |\n';
  expect(
    faultCoverage(
      results,
      ['C1', 'S1'].map((id) => ({ id, levels: [], implemented: true, what: 'a fault' })),
      rows,
    ),
  ).toEqual({
    faults: ['C1', 'S1'],
    named: ['C1'],
    open: ['C1', 'S99'],
    unknown: ['S99'],
  });
});
