import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestReader } from '../support/asserted-values.mjs';

type Row = Readonly<Record<'id' | 'level' | 'what' | 'answer' | 'evidence', string>>;

/** Ids of the requirements by level, as in the standard. */
type Standard = Readonly<Record<'1' | '2', readonly string[]>>;

const ANSWERS = ['test', 'mechanism', 'does not apply', 'decided'];
const MAX_WORDS = 12;

const read = (path: string): string => readFileSync(path, 'utf8');

const STANDARD: Standard = JSON.parse(read('tests/docs/asvs-requirements.json'));
const PAGE = read('docs/security.md');
const TABLE = read('docs/security-asvs.md');
const DECISION_FILE = '0101-asvs-lines-that-are-not-met.md';
/** Argues for each requirement that is not met. */
const DECISION = read(`docs/decisions/${DECISION_FILE}`);
const DECISION_CELLS = 5;

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
    case 'decided':
      return /^[A-Z`[].*\.$/.test(evidence) && evidence.includes(`](decisions/${DECISION_FILE})`)
        ? []
        : ['what is missing, or the link to its decision, is missing'];
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

/** The requirements that the decision argues for, and rows that leave a cell empty. */
const arguedIn = (decision: string): { readonly ids: readonly string[]; readonly incomplete: readonly string[] } => {
  const found = decision
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return {
    ids: found.flatMap(([, requirements = '']) => requirements.split(', ')),
    incomplete: found.flatMap(([, requirements = '', ...cells]) =>
      cells.filter((cell) => cell.length > 3).length === DECISION_CELLS - 1 ? [] : [requirements],
    ),
  };
};

const decisionProblems = (rows: readonly Row[], decision: string): readonly string[] => {
  const { ids, incomplete } = arguedIn(decision);
  const decided = rows.filter(({ answer }) => answer === 'decided').map(({ id }) => id);
  return [
    ...decided.filter((id) => !ids.includes(id)).map((id) => `${id}: no row in ${DECISION_FILE}`),
    ...ids.filter((id) => !decided.includes(id)).map((id) => `${id}: a row in ${DECISION_FILE}, but not decided`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id}: two rows in ${DECISION_FILE}`),
    ...incomplete.map((id) => `${id}: an empty cell in ${DECISION_FILE}`),
  ];
};

const problemsOf = (table: string, page: string, decision: string): readonly string[] => {
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
    ...decisionProblems(rows, decision),
  ];
};

test('the standard has 70 requirements of level 1 and 183 of level 2, in the order of docs/security-asvs.md', () => {
  expect([STANDARD['1'].length, STANDARD['2'].length]).toEqual([70, 183]);
  const ids = rowsOf(TABLE).map(({ id }) => id);
  expect(ids).toEqual([...STANDARD['1'], ...STANDARD['2']].toSorted(byNumber));
});

test('docs/security-asvs.md answers each requirement once, with evidence that exists, docs/security.md counts the answers, and a decision argues for what is not met', () => {
  expect(problemsOf(TABLE, PAGE, DECISION)).toEqual([]);
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
  [
    'an unmet line without its decision',
    'at least 6 characters ([decision 101](decisions/0101',
    'at least 6 characters ([decision 84](decisions/0084',
    'V6.2.1: what is missing, or the link',
  ],
])('%s in docs/security-asvs.md is found', (_, before, after, problem) => {
  expect(TABLE).toContain(before);
  expect(problemsOf(TABLE.replace(before, after), PAGE, DECISION).join('\n')).toContain(problem);
});

test('a wrong count in docs/security.md is found', () => {
  const page = PAGE.replace('| 1 | 70 |', '| 1 | 69 |');
  expect(problemsOf(TABLE, page, DECISION).join('\n')).toContain('docs/security.md has no line | 1 | 70 |');
});

test.each([
  ['an unmet line without a row', 'V6.3.3, ', '', 'V6.3.3: no row in'],
  ['a row for a line that is met', 'V6.3.3, ', 'V6.3.3, V6.3.4, ', 'V6.3.4: a row in'],
  ['two rows for one line', 'V6.3.3, ', 'V6.3.3, V7.3.1, ', 'V7.3.1: two rows in'],
  ['an empty cell', '| leave `SANDBOX` unset |', '| – |', 'V15.2.3: an empty cell in'],
])('%s in the decision is found', (_, before, after, problem) => {
  expect(DECISION).toContain(before);
  expect(problemsOf(TABLE, PAGE, DECISION.replace(before, after)).join('\n')).toContain(problem);
});
