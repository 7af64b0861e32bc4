import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, stop } from '../server/prepare.mjs';
import { matrixOf, REQUIREMENTS, requirementProblems, writtenTests } from './support/requirement-matrix.mjs';

/** `--written` judges the tests as they are written instead of the last run; `--tests` lists the tests of each requirement. */
const readResults = () => {
  if (process.argv.includes('--written')) return writtenTests();
  const file = join(ROOT, '.cache', 'results.json');
  if (!existsSync(file)) stop('No results yet: run `npm test` first.');
  return JSON.parse(readFileSync(file, 'utf8'));
};

const results = readResults();
const matrix = matrixOf(results);

for (const { id, levels, held, what } of REQUIREMENTS) {
  const tests = matrix.get(id);
  const counts = ['m', 'c', 'b'].filter((level) => levels.includes(level) || tests[level].length);
  const cells = counts.map((level) => `${level}${tests[level].length}`).join(' ');
  process.stdout.write(`${id.padEnd(9)} ${held ? (cells || '-').padEnd(12) : 'open        '} ${what.slice(0, 90)}\n`);
  if (process.argv.includes('--tests'))
    for (const level of ['m', 'c', 'b'])
      for (const { file, title } of tests[level]) process.stdout.write(`            ${level} ${file}: ${title}\n`);
}

const problems = requirementProblems(results);
const held = REQUIREMENTS.filter((row) => row.held).length;
for (const line of problems) process.stdout.write(`${line}\n`);
process.stdout.write(`${held} held, ${REQUIREMENTS.length - held} open, ${problems.length} problems\n`);
process.exit(problems.length ? 1 : 0);
