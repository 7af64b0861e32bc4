import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';
import { MUTATION_GROUPS } from './mutation/groups.mjs';
import { findFailedStarts, readMutants, scoreOf } from './mutation/report.mjs';

/** Results that new tests cannot change. */
const FINAL = ['Killed', 'Ignored', 'CompileError'];

/**
 * Returns Stryker's incremental file without the mutants for which no test failed. Stryker would keep the result of a mutant that runs while
 * its file loads, even after tests were added.
 *
 * @type {(text: string) => string}
 */
const forgetMissed = (text) => {
  /** @type {{ files: Record<string, { mutants: readonly { status: string }[] }> }} */
  const { files, ...others } = JSON.parse(text);
  return JSON.stringify({
    ...others,
    files: Object.fromEntries(
      Object.entries(files).map(([file, { mutants, ...more }]) => [
        file,
        { ...more, mutants: mutants.filter(({ status }) => FINAL.includes(status)) },
      ]),
    ),
  });
};

/** Stryker has packages and a lock file of its own, so that no other command installs them. */
const HOME = join(ROOT, 'tests/mutation');
const STRYKER = join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const CACHE = join(ROOT, '.cache/mutation');
/** The minimum percentage of mutants that the tests must detect. */
const MIN_SCORE = 90;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string', multiple: true, default: [] }, concurrency: { type: 'string', default: '2' } },
});
const names = Object.keys(MUTATION_GROUPS);
const groups = (positionals.length ? positionals : names).map((name) => ({
  name,
  ...(MUTATION_GROUPS[name] ?? stop(`Unknown group "${name}". The groups are: ${names.join(', ')}.`)),
}));
const concurrency = Number(values.concurrency);
if (!Number.isSafeInteger(concurrency) || concurrency < 1) stop('--concurrency must be an integer above 0.');

requireNode();
await install();
// Vitest is a peer of Stryker's runner and is one of the packages of the project.
await install(HOME, ['--legacy-peer-deps', '--ignore-scripts']);
mkdirSync(CACHE, { recursive: true });

/** @type {(config: string, env: Readonly<Record<string, string>>) => Promise<boolean>} */
const runStryker = (config, env) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [STRYKER, 'run', config], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('close', (code) => resolve(code === 0));
  });

/**
 * Returns the score in percent.
 *
 * @type {(group: (typeof groups)[number]) => Promise<number>}
 */
const mutate = async ({ name, mutate: sources, tests }) => {
  const report = join(CACHE, `${name}.json`);
  const config = join(CACHE, `${name}.config.json`);
  const incrementalFile = join(CACHE, `${name}.incremental.json`);
  if (existsSync(incrementalFile)) writeFileSync(incrementalFile, forgetMissed(readFileSync(incrementalFile, 'utf8')));
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner', join(HOME, 'ignored.mjs')],
      ignorers: ['without-effect'],
      coverageAnalysis: 'perTest',
      concurrency,
      mutate: values.file.length ? values.file : [...sources, '!**/*.{types,d}.ts'],
      vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
      ignorePatterns: [
        '/dist',
        '/data',
        '/docs',
        '/.cache',
        '/test-results',
        '/tests/browser',
        '/tests/flows',
        '/tests/mutation/node_modules',
      ],
      tempDirName: '.cache/mutation/sandbox',
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      incremental: true,
      incrementalFile,
      disableTypeChecks: false,
      // Stryker would rewrite tsconfig.json through an API that TypeScript 7 no longer has.
      tsconfigFile: 'no-tsconfig.json',
      timeoutMS: 30_000,
    }),
  );
  const env = {
    MUTATION_TESTS: JSON.stringify(tests),
    CHAOS_SEED: '1',
    FUZZ_RUNS: '60',
    FLOWS: '500',
    SIMULATED_FLOWS: '100',
    /** Not UTC: otherwise a mutant that drops the zone of a date is missed. */
    TZ: 'America/New_York',
  };
  if (!(await runStryker(config, env))) stop(`${name}: Stryker failed: see above.`);
  const mutants = await findFailedStarts(readMutants(readFileSync(report, 'utf8')), { env, concurrency });
  const { score, counts, survivors } = scoreOf(mutants);
  for (const line of survivors) process.stdout.write(`  ${line}\n`);
  if (score === null) stop(`${name}: no mutants were generated.`);
  process.stdout.write(`${name}: ${score.toFixed(1)} %, ${counts}\n`);
  return score;
};

const missed = [];
for (const group of groups) if ((await mutate(group)) < MIN_SCORE) missed.push(group.name);
if (missed.length) stop(`Below ${MIN_SCORE} %: ${missed.join(', ')}.`);
