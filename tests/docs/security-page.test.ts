import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestReader } from '../support/asserted-values.mjs';

type Row = Readonly<Record<'id' | 'level' | 'what' | 'answer' | 'evidence', string>>;

/** Ids of the requirements by level, as in the standard. */
type Standard = Readonly<Record<'1' | '2', readonly string[]>>;

const ANSWERS = ['test', 'mechanism', 'does not apply', 'gap'];
const MAX_WORDS = 12;

const read = (path: string): string => readFileSync(path, 'utf8');

const STANDARD: Standard = JSON.parse(read('tests/docs/asvs-requirements.json'));
const PAGE = read('docs/security.md');
const TABLE = read('docs/security-asvs.md');

const tracked = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n'),
);
const isFile = (path: string): boolean => tracked.has(path) && existsSync(path);
const reader = createTestReader();

const rowsOf = (table: string): readonly Row[] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => {
      const [, id = '', level = '', what = '', answer = '', evidence = ''] = line.split('|').map((cell) => cell.trim());
      return { id, level, what, answer, evidence };
    });

const CITED = /`([^`]+)` "([^"]+)"/g;
const SPAN = /`([^`]+)`/g;

const citationProblems = (evidence: string): readonly string[] =>
  [...evidence.matchAll(CITED)].flatMap(([, file = '', part = '']) => {
    const found = reader.titlesIn(file).filter((title) => title.includes(part)).length;
    return found === 1 ? [] : [`${found} tests of ${file} have "${part}" in their title`];
  });

/** Checks only paths: a span without a slash or a file extension is an identifier. */
const missingFiles = (evidence: string): readonly string[] =>
  [...evidence.matchAll(SPAN)].flatMap(([, span = '']) =>
    /\/|\.(?:ts|tsx|md|json|conf|yml)$/.test(span) && !isFile(span) ? [`${span} does not exist`] : [],
  );

const evidenceProblems = ({ answer, evidence }: Row): readonly string[] => {
  switch (answer) {
    case 'test':
      return [...evidence.matchAll(CITED)].length > 0 ? [] : ['no test is cited'];
    case 'mechanism':
      return [...evidence.matchAll(SPAN)].some(([, span = '']) => isFile(span)) ? [] : ['no file is named'];
    case 'does not apply':
      return /^[A-Z].*\.$/.test(evidence) ? [] : ['the reason is not a sentence'];
    case 'gap':
      return /\bpublisher [a-z]+.*\.$/.test(evidence) ? [] : ['what the publisher does about it is missing'];
    default:
      return [`the answer "${answer}" is not one of ${ANSWERS.join(', ')}`];
  }
};

const rowProblems = (row: Row): readonly string[] =>
  [
    ...(row.what.split(' ').length > MAX_WORDS ? ['the requirement has too many words'] : []),
    ...evidenceProblems(row),
    ...missingFiles(row.evidence),
    ...citationProblems(row.evidence),
  ].map((problem) => `${row.id}: ${problem}`);

const countsOf = (rows: readonly Row[]): readonly string[] => {
  const line = (name: string, some: readonly Row[]) =>
    `| ${[name, some.length, ...ANSWERS.map((one) => some.filter(({ answer }) => answer === one).length)].join(' | ')} |`;
  return [
    line(
      '1',
      rows.filter(({ level }) => level === '1'),
    ),
    line(
      '2',
      rows.filter(({ level }) => level === '2'),
    ),
    line('both', rows),
  ];
};

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const gapProblems = (rows: readonly Row[], page: string): readonly string[] => {
  const listed: readonly string[] = (page.split('### Known gaps')[1] ?? '').match(/\bV\d+\.\d+\.\d+\b/g) ?? [];
  const gaps = rows.filter(({ answer }) => answer === 'gap').map(({ id }) => id);
  return [
    ...gaps.filter((id) => !listed.includes(id)).map((id) => `${id}: not among the known gaps of docs/security.md`),
    ...listed.filter((id) => !gaps.includes(id)).map((id) => `${id}: a known gap of docs/security.md, but no gap`),
  ];
};

const problemsOf = (table: string, page: string): readonly string[] => {
  const rows = rowsOf(table);
  const levels = new Map((['1', '2'] as const).flatMap((level) => STANDARD[level].map((id) => [id, level] as const)));
  const times = (id: string): number => rows.filter((row) => row.id === id).length;
  return [
    ...[...levels.keys()].filter((id) => times(id) !== 1).map((id) => `${id}: ${times(id)} lines`),
    ...rows.filter(({ id }) => !levels.has(id)).map(({ id }) => `${id}: not a requirement of level 1 or 2`),
    ...rows
      .filter(({ id, level }) => levels.has(id) && levels.get(id) !== level)
      .map(({ id }) => `${id}: the level is ${levels.get(id)}`),
    ...rows.flatMap(rowProblems),
    ...countsOf(rows)
      .filter((line) => !page.includes(line))
      .map((line) => `docs/security.md has no line ${line}`),
    ...gapProblems(rows, page),
  ];
};

test('the standard has 70 requirements of level 1 and 183 of level 2, in the order of docs/security-asvs.md', () => {
  expect([STANDARD['1'].length, STANDARD['2'].length]).toEqual([70, 183]);
  const ids = rowsOf(TABLE).map(({ id }) => id);
  expect(ids).toEqual([...STANDARD['1'], ...STANDARD['2']].toSorted(byNumber));
});

test('docs/security-asvs.md answers each requirement once, with evidence that exists, and docs/security.md counts the answers', () => {
  expect(problemsOf(TABLE, PAGE)).toEqual([]);
});

const lineOf = (id: string): string => TABLE.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? '';

test.each([
  ['a missing line', lineOf('V1.2.6'), '', 'V1.2.6: 0 lines'],
  ['a repeated line', lineOf('V1.2.6'), `${lineOf('V1.2.6')}\n${lineOf('V1.2.6')}`, 'V1.2.6: 2 lines'],
  ['a line of level 3', '| V1.2.6 |', '| V1.2.10 |', 'V1.2.10: not a requirement of level 1 or 2'],
  ['a wrong level', '| V1.2.6 | 2 |', '| V1.2.6 | 1 |', 'V1.2.6: the level is 2'],
  ['a long requirement', 'Prevent LDAP', 'a b c d e f g h i j k l', 'V1.2.6: the requirement has too many words'],
  [
    'an unknown answer',
    '| does not apply | There is no LDAP.',
    '| none | No.',
    'V1.2.6: the answer "none" is not one of',
  ],
  ['no reason', 'There is no LDAP.', '–', 'V1.2.6: the reason is not a sentence'],
  ['no test', '"behind TLS the response has HSTS"', '', 'V3.4.1: no test is cited'],
  ['another title', 'behind TLS the response has', 'there is', '0 tests of tests/server/static-files.test.ts have'],
  [
    'a title of several tests',
    '"behind TLS the response has HSTS"',
    '"the"',
    'tests of tests/server/static-files.test.ts',
  ],
  ['no file', '`server/codes/code-store.ts`', 'the store of codes', 'V6.5.3: no file is named'],
  ['another file', 'server/codes/code-store.ts', 'server/codes/no.ts', 'V6.5.3: server/codes/no.ts does not exist'],
  ['a gap without an action', 'The publisher installs one', 'Install one', 'V12.2.2: what the publisher does about it'],
])('%s in docs/security-asvs.md is found', (_, before, after, problem) => {
  expect(TABLE).toContain(before);
  expect(problemsOf(TABLE.replace(before, after), PAGE).join('\n')).toContain(problem);
});

test.each([
  ['a wrong count', '| 1 | 70 |', '| 1 | 69 |', 'docs/security.md has no line | 1 | 70 |'],
  ['a gap that is not listed', 'V6.3.3, ', '', 'V6.3.3: not among the known gaps'],
  [
    'a listed gap that is closed',
    'V6.3.3, ',
    'V6.3.3, V6.3.4, ',
    'V6.3.4: a known gap of docs/security.md, but no gap',
  ],
])('%s in docs/security.md is found', (_, before, after, problem) => {
  expect(PAGE).toContain(before);
  expect(problemsOf(TABLE, PAGE.replace(before, after)).join('\n')).toContain(problem);
});
