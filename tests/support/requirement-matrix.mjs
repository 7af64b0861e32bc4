import { readFileSync } from 'node:fs';

/** { id, levels: ('m'|'c'|'b')[], held, what }; `held: false` is not built yet. Faults (C…, S…) and findings (D…, F…) count at any level. */
export const REQUIREMENTS = JSON.parse(readFileSync(new URL('../requirements.json', import.meta.url), 'utf8'));

const ID = /\b(?:(?:ROUTE|I18N|SESS|RCHG|ORDR|EPNT|CONT|ERRS|CALL|ANLT|INSP)-\d\d|[CSFD]\d{1,2})\b/g;

const idsIn = (title) => [...new Set(title.match(ID) ?? [])];

const levelOf = (file) =>
  file.startsWith('tests/browser') ? 'b' : /^tests\/(contract|server|chaos)\//.test(file) ? 'c' : 'm';

/** id → level → titles of passing tests. */
export const matrixOf = (results) => {
  const matrix = new Map(REQUIREMENTS.map(({ id }) => [id, { m: [], c: [], b: [] }]));
  for (const { file, title, state } of results)
    if (state === 'passed') for (const id of idsIn(title)) matrix.get(id)?.[levelOf(file)].push(`${file}: ${title}`);
  return matrix;
};

/** One line for each held requirement that lacks a passing test at a level it asks for, and for each unknown id. */
export const requirementProblems = (results) => {
  const matrix = matrixOf(results);
  const missing = REQUIREMENTS.filter(({ held }) => held).flatMap(({ id, levels }) => {
    const tests = matrix.get(id);
    const wanted = levels.length ? levels.filter((level) => !tests[level].length) : [];
    const none = !levels.length && !tests.m.length && !tests.c.length && !tests.b.length;
    return wanted.length || none
      ? [`${id}: missing a passing test${wanted.length ? ` at level ${wanted.join(', ')}` : ''}`]
      : [];
  });
  const known = new Set(REQUIREMENTS.map(({ id }) => id));
  const unknown = [...new Set(results.flatMap(({ title }) => idsIn(title)))].filter((id) => !known.has(id));
  return [...missing, ...unknown.map((id) => `${id}: named by a test, but no such requirement`)];
};
