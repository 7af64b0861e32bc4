import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTestReader, emptyValues, hasValue, mergeValues } from './asserted-values.mjs';

/**
 * @import { TestReader, Value } from './asserted-values.mjs'
 *
 * @typedef {'m' | 'c' | 'b'} Level m: machine or unit, c: contract or server, b: browser
 * @typedef {{ readonly id: string, readonly levels: readonly Level[], readonly implemented: boolean, readonly what: string }} Requirement
 * @typedef {{ readonly expects?: readonly Value[], readonly given?: readonly Value[], readonly reason?: string }} RequirementValues
 * @typedef {{ readonly file: string, readonly title: string, readonly state: string }} Result
 * @typedef {Record<Level, { readonly file: string, readonly title: string }[]>} TestsByLevel
 */

/** @type {readonly Level[]} */
export const LEVELS = ['m', 'c', 'b'];

/** @param {string} name */
const readJson = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

/**
 * Faults (C…, S…) and findings (D…, F…) have no levels: a test at any level counts.
 *
 * @type {readonly Requirement[]}
 */
export const REQUIREMENTS = readJson('requirements.json');

/**
 * The values that the text of each requirement mentions. A test must assert `expects` and contain `given`. `reason` explains missing values.
 *
 * @type {Readonly<Record<string, RequirementValues>>}
 */
export const REQUIREMENT_VALUES = readJson('requirement-values.json');

const ID = /\b(?:(?:ROUTE|I18N|SESS|RCHG|ORDR|EPNT|CONT|ERRS|CALL|ANLT|INSP)-\d\d|[CSFD]\d{1,2})\b/g;

/** @param {string} title */
const idsIn = (title) => [...new Set(title.match(ID) ?? [])];

/** @type {(file: string) => Level} */
const levelOf = (file) =>
  file.startsWith('tests/browser') ? 'b' : /^tests\/(contract|server|chaos)\//.test(file) ? 'c' : 'm';

/**
 * The passing tests of each requirement.
 *
 * @param {readonly Result[]} results
 */
export const matrixOf = (results, requirements = REQUIREMENTS) => {
  /** @type {Map<string, TestsByLevel>} */
  const matrix = new Map(requirements.map(({ id }) => [id, { m: [], c: [], b: [] }]));
  for (const { file, title, state } of results)
    if (state === 'passed') for (const id of idsIn(title)) matrix.get(id)?.[levelOf(file)].push({ file, title });
  return matrix;
};

const FAULT = /^[CS]\d{1,2}$/;
const OPEN_CLAUSES = new URL('../../docs/decisions/0100-clauses-of-faults-that-are-not-built.md', import.meta.url);

/**
 * The faults that a passing test names, and the faults of which a decision page leaves a clause or a test open. `open`: an id per row of
 * its tables; a fault can have several rows.
 *
 * @param {readonly Result[]} results
 */
export const faultCoverage = (results, requirements = REQUIREMENTS, page = readFileSync(OPEN_CLAUSES, 'utf8')) => {
  const matrix = matrixOf(results, requirements);
  const faults = requirements.map(({ id }) => id).filter((id) => FAULT.test(id));
  const named = faults.filter((id) => LEVELS.some((level) => matrix.get(id)?.[level].length));
  const open = [...page.matchAll(/^\| ([CS]\d{1,2}) \|/gm)].map(([, id = '']) => id);
  return { faults, named, open, unknown: open.filter((id) => !faults.includes(id)) };
};

/**
 * Every test in the source, as if it had passed.
 *
 * @returns {readonly Result[]}
 */
export const writtenTests = (reader = createTestReader()) => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:test|spec)\.ts$/.test(name),
  );
  return files
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .flatMap((file) => reader.titlesIn(file).map((title) => ({ file, title, state: 'passed' })));
};

/** @param {readonly Value[]} values */
const listed = (values) =>
  values.map((value) => (Array.isArray(value) ? `one of ${JSON.stringify(value)}` : JSON.stringify(value))).join(', ');

/**
 * What is missing in the tests of one requirement.
 *
 * @type {(requirement: Requirement, tests: TestsByLevel, entry: RequirementValues | undefined, reader: TestReader) => string[]}
 */
const gapsOf = ({ levels }, tests, entry, reader) => {
  const counted = levels.length ? levels : LEVELS;
  const missing = counted.filter((level) => !tests[level].length);
  if (levels.length ? missing.length : missing.length === 3)
    return [`missing a passing test${levels.length ? ` at level ${missing.join(', ')}` : ''}`];
  const gaps = [];
  const asserted = emptyValues();
  const given = emptyValues();
  const asserting = new Set();
  for (const level of counted)
    for (const { file, title } of tests[level]) {
      const test = reader.testAt(file, title);
      if (!test) {
        gaps.push(`${file} contains no test "${title}"`);
        continue;
      }
      if (test.count > 0) asserting.add(level);
      mergeValues(asserted, test.asserted);
      mergeValues(given, test.given);
    }
  const silent = levels.length ? levels.filter((level) => !asserting.has(level)) : [];
  if (silent.length) gaps.push(`no assertion at level ${silent.join(', ')}`);
  else if (asserting.size === 0) gaps.push('no assertion');
  if (!entry) return [...gaps, 'no line in tests/requirement-values.json'];
  const { expects = [], given: stimuli = [], reason } = entry;
  if (expects.length + stimuli.length === 0 && !reason) gaps.push('neither values nor a reason for having none');
  const unasserted = expects.filter((value) => !hasValue(asserted, value));
  const ungiven = stimuli.filter((value) => !hasValue(given, value));
  if (unasserted.length) gaps.push(`not asserted: ${listed(unasserted)}`);
  if (ungiven.length) gaps.push(`in no test: ${listed(ungiven)}`);
  return gaps;
};

/**
 * One line for each implemented requirement that has no passing test at one of its levels, no assertion, or no assertion on one of its
 * values, and for each unknown id.
 *
 * @param {readonly Result[]} results
 * @param {{ requirements?: readonly Requirement[], values?: Readonly<Record<string, RequirementValues>>, reader?: TestReader }} parts
 * @returns {readonly string[]}
 */
export const requirementProblems = (
  results,
  { requirements = REQUIREMENTS, values = REQUIREMENT_VALUES, reader = createTestReader() } = {},
) => {
  const matrix = matrixOf(results, requirements);
  const lacking = requirements
    .filter(({ implemented }) => implemented)
    .flatMap((row) => {
      const gaps = gapsOf(row, matrix.get(row.id) ?? { m: [], c: [], b: [] }, values[row.id], reader);
      return gaps.length ? [`${row.id}: ${gaps.join('; ')}`] : [];
    });
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = [...new Set(results.flatMap(({ title }) => idsIn(title)))].filter((id) => !known.has(id));
  return [
    ...lacking,
    ...unknown.map((id) => `${id}: named by a test, but no such requirement`),
    ...Object.keys(values)
      .filter((id) => !known.has(id))
      .map((id) => `${id}: has values, but no such requirement`),
  ];
};
