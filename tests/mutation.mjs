import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, isInstalled, ROOT, requireNode, stop } from '../server/prepare.mjs';
import { MUTATION_GROUPS } from './mutation/groups.mjs';
import { readReport } from './mutation/report.mjs';

/** Stryker has packages and a lock file of its own, so that no other command installs them. */
const HOME = join(ROOT, 'tests/mutation');
const STRYKER = join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const CACHE = join(ROOT, '.cache/mutation');

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
mkdirSync(CACHE, { recursive: true });

/** @type {(command: string, args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) => Promise<boolean>} */
const run = (command, args, env, cwd) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('close', (code) => resolve(code === 0));
  });

const installStryker = async () => {
  const installed = join(HOME, 'node_modules/.package-lock.json');
  /** @param {string} path */
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  if (existsSync(installed) && isInstalled(read(join(HOME, 'package-lock.json')), read(installed))) return;
  // Vitest is a peer of Stryker's runner and comes from the packages of the project.
  const args = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!(await run('npm', args, {}, HOME))) stop('Stryker could not be installed: see above.');
};

/** @type {(group: (typeof groups)[number]) => Promise<void>} */
const mutate = async ({ name, mutate: sources, tests }) => {
  const report = join(CACHE, `${name}.json`);
  const config = join(CACHE, `${name}.config.json`);
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
      incrementalFile: join(CACHE, `${name}.incremental.json`),
      disableTypeChecks: false,
      // Stryker would rewrite the file with the interface that TypeScript 7 no longer has.
      tsconfigFile: 'no-tsconfig.json',
      timeoutMS: 30_000,
    }),
  );
  const env = {
    MUTATION_TESTS: JSON.stringify(tests),
    CHAOS_SEED: '1',
    FLOWS: '500',
    SIMULATED_FLOWS: '100',
    TZ: 'UTC',
  };
  if (!(await run(process.execPath, [STRYKER, 'run', config], env, ROOT))) stop(`${name}: Stryker failed: see above.`);
  const { score, counts, survivors } = readReport(readFileSync(report, 'utf8'));
  for (const line of survivors) process.stdout.write(`  ${line}\n`);
  if (score === null) stop(`${name}: there is no mutant.`);
  process.stdout.write(`${name}: ${score.toFixed(1)} %, ${counts}\n`);
};

await installStryker();
for (const group of groups) await mutate(group);
