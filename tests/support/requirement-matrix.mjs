import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTestReader, emptyValues, hasValue, mergeValues } from './asserted-values.mjs';

const readJson = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

/** { id, levels: ('m'|'c'|'b')[], held, what }; `held: false` is not built yet. Faults (C…, S…) and findings (D…, F…) count at any level. */
export const REQUIREMENTS = readJson('requirements.json');

/**
 * id → { expects, given, reason }: the values that the words of the requirement name. `expects` must stand in assertions, `given` anywhere
 * in a test. `reason` says why values are missing, or why there are none. For the form of a value see `hasValue`.
 */
export const REQUIREMENT_VALUES = readJson('requirement-values.json');

const ID = /\b(?:(?:ROUTE|I18N|SESS|RCHG|ORDR|EPNT|CONT|ERRS|CALL|ANLT|INSP)-\d\d|[CSFD]\d{1,2})\b/g;

const idsIn = (title) => [...new Set(title.match(ID) ?? [])];

const levelOf = (file) =>
  file.startsWith('tests/browser') ? 'b' : /^tests\/(contract|server|chaos)\//.test(file) ? 'c' : 'm';

/** id → level → passing tests as { file, title }. */
export const matrixOf = (results, requirements = REQUIREMENTS) => {
  const matrix = new Map(requirements.map(({ id }) => [id, { m: [], c: [], b: [] }]));
  for (const { file, title, state } of results)
    if (state === 'passed') for (const id of idsIn(title)) matrix.get(id)?.[levelOf(file)].push({ file, title });
  return matrix;
};

/** Every test that is written, as if it had passed. */
export const writtenTests = (reader = createTestReader()) => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(root, { recursive: true }).filter((name) => /\.(?:test|spec)\.ts$/.test(name));
  return files
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .flatMap((file) => reader.titlesIn(file).map((title) => ({ file, title, state: 'passed' })));
};

const told = (values) =>
  values.map((value) => (Array.isArray(value) ? `one of ${JSON.stringify(value)}` : JSON.stringify(value))).join(', ');

/** What the tests of one requirement lack, in words. */
const lacksOf = ({ levels }, tests, entry, reader) => {
  const counted = levels.length ? levels : ['m', 'c', 'b'];
  const missing = counted.filter((level) => !tests[level].length);
  if (levels.length ? missing.length : missing.length === 3)
    return [`missing a passing test${levels.length ? ` at level ${missing.join(', ')}` : ''}`];
  const lacks = [];
  const asserted = emptyValues();
  const given = emptyValues();
  const asserting = new Set();
  for (const level of counted)
    for (const { file, title } of tests[level]) {
      const test = reader.testAt(file, title);
      if (!test) {
        lacks.push(`no test "${title}" is written in ${file}`);
        continue;
      }
      if (test.count > 0) asserting.add(level);
      mergeValues(asserted, test.asserted);
      mergeValues(given, test.given);
    }
  const silent = levels.length ? levels.filter((level) => !asserting.has(level)) : [];
  if (silent.length) lacks.push(`no assertion at level ${silent.join(', ')}`);
  else if (asserting.size === 0) lacks.push('no assertion');
  if (!entry) return [...lacks, 'no line in tests/requirement-values.json'];
  const { expects = [], given: stimuli = [], reason } = entry;
  if (expects.length + stimuli.length === 0 && !reason) lacks.push('neither values nor a reason for having none');
  const unasserted = expects.filter((value) => !hasValue(asserted, value));
  const ungiven = stimuli.filter((value) => !hasValue(given, value));
  if (unasserted.length) lacks.push(`not asserted: ${told(unasserted)}`);
  if (ungiven.length) lacks.push(`in no test: ${told(ungiven)}`);
  return lacks;
};

/**
 * One line for each held requirement that lacks a passing test at a level it asks for, an assertion, or an assertion on one of its
 * values; and for each unknown id.
 */
export const requirementProblems = (
  results,
  { requirements = REQUIREMENTS, values = REQUIREMENT_VALUES, reader = createTestReader() } = {},
) => {
  const matrix = matrixOf(results, requirements);
  const lacking = requirements
    .filter(({ held }) => held)
    .flatMap((row) => {
      const lacks = lacksOf(row, matrix.get(row.id), values[row.id], reader);
      return lacks.length ? [`${row.id}: ${lacks.join('; ')}`] : [];
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
