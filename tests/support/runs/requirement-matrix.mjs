import { readFileSync } from 'node:fs';

/**
 * @typedef {'m' | 'c' | 'b'} Level m: machine or unit, c: contract or server, b: browser
 * @typedef {{ readonly id: string, readonly levels: readonly Level[], readonly implemented: boolean, readonly what: string }} Requirement
 * @typedef {{ readonly file: string, readonly title: string, readonly state: string }} Result
 * @typedef {Record<Level, { readonly file: string, readonly title: string }[]>} TestsByLevel
 */

/** @type {readonly Level[]} */
export const LEVELS = ['m', 'c', 'b'];

/**
 * Faults (C…, S…) and findings (D…, F…) have no levels: a test at any level counts.
 *
 * @type {readonly Requirement[]}
 */
export const REQUIREMENTS = JSON.parse(readFileSync(new URL('../../requirements.json', import.meta.url), 'utf8'));

const ID = /\b(?:(?:ROUTE|I18N|SESS|RCHG|ORDR|EPNT|CONT|ERRS|CALL|ANLT|INSP|READ|BRWS)-\d\d|[CSFD]\d{1,2})\b/g;

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

/**
 * What is missing in the tests of one requirement, or null.
 *
 * @type {(requirement: Requirement, tests: TestsByLevel) => string | null}
 */
const gapOf = ({ levels }, tests) => {
  const missing = (levels.length ? levels : LEVELS).filter((level) => !tests[level].length);
  if (levels.length) return missing.length ? `missing a passing test at level ${missing.join(', ')}` : null;
  return missing.length === LEVELS.length ? 'missing a passing test' : null;
};

/**
 * One line for each implemented requirement that has no passing test at one of its levels, and for each unknown id in a title.
 *
 * @param {readonly Result[]} results
 * @returns {readonly string[]}
 */
export const requirementProblems = (results, requirements = REQUIREMENTS) => {
  const matrix = matrixOf(results, requirements);
  const lacking = requirements
    .filter(({ implemented }) => implemented)
    .flatMap((row) => {
      const gap = gapOf(row, matrix.get(row.id) ?? { m: [], c: [], b: [] });
      return gap === null ? [] : [`${row.id}: ${gap}`];
    });
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = [...new Set(results.flatMap(({ title }) => idsIn(title)))].filter((id) => !known.has(id));
  return [...lacking, ...unknown.map((id) => `${id}: named by a test, but no such requirement`)];
};
