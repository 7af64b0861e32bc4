import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, stop } from '../server/prepare.mjs';
import { LEVELS, matrixOf, REQUIREMENTS, requirementProblems } from './support/runs/requirement-matrix.mjs';

/** `--tests` lists the tests of each requirement. */
const { values: options } = parseArgs({ options: { tests: { type: 'boolean' } } });

/** @returns {readonly import('./support/runs/requirement-matrix.mjs').Result[]} */
const readResults = () => {
  const file = join(ROOT, '.cache', 'results.json');
  if (!existsSync(file)) stop('No results yet. Run `npm test` first.');
  return JSON.parse(readFileSync(file, 'utf8'));
};

const results = readResults();
const matrix = matrixOf(results);

for (const { id, levels, implemented, what } of REQUIREMENTS) {
  const tests = matrix.get(id) ?? { m: [], c: [], b: [] };
  const counts = LEVELS.filter((level) => levels.includes(level) || tests[level].length);
  const cells = counts.map((level) => `${level}${tests[level].length}`).join(' ');
  process.stdout.write(`${id.padEnd(9)} ${(implemented ? cells || '-' : 'open').padEnd(12)} ${what.slice(0, 90)}\n`);
  if (options.tests)
    for (const level of LEVELS)
      for (const { file, title } of tests[level]) process.stdout.write(`            ${level} ${file}: ${title}\n`);
}

const problems = requirementProblems(results);
const implemented = REQUIREMENTS.filter((row) => row.implemented).length;
for (const line of problems) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${implemented} implemented, ${REQUIREMENTS.length - implemented} open, ${problems.length} problem${problems.length === 1 ? '' : 's'}\n`,
);
process.exit(problems.length ? 1 : 0);
