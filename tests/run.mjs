import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();
const selected = process.argv.slice(2);
if (selected.length) {
  const { runSelected } = await import('./support/runs/selected-tests.mjs');
  process.exit(await runSelected(selected));
}
const { createPortalProcess, FIRST_DATA } = await import('./support/runs/portal-process.mjs');
const { findBrowser, findFirefox, findFonts, findHeadlessShell, NO_BROWSER } = await import(
  './support/browser/browser.mjs'
);
const { findPostgres } = await import('./support/runs/debian-packages.mjs');
const { requirementProblems } = await import('./support/runs/requirement-matrix.mjs');

const CACHE = join(ROOT, '.cache');
/** Of the times in /proc. */
const TICKS_PER_SECOND = 100;
mkdirSync(CACHE, { recursive: true });

/** @type {(name: string, entry: string) => string} */
const bin = (name, entry) => join(ROOT, 'node_modules', name, entry);
const TSC = bin('typescript', 'bin/tsc');
const BIOME = bin('@biomejs/biome', 'bin/biome');
const KNIP = bin('knip', 'bin/knip.js');
const VITEST = bin('vitest', 'vitest.mjs');
const PLAYWRIGHT = bin('@playwright/test', 'cli.js');

/** @type {(args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<{ ok: boolean, output: string }>} */
const run = (args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...DEMO_BUILD, TZ: 'UTC', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });

/**
 * @typedef {'passed' | 'failed' | 'skipped'} State
 * @typedef {{ file: string, title: string, state: State, ms: number }} Row the result of one test
 */

/** @type {Row[]} */
const results = [];
/** @param {number} since */
const seconds = (since) => `${((Date.now() - since) / 1_000).toFixed(0)} s`;

/** `output`: of the runner, printed if a test failed. @type {(name: string, rows: readonly Row[], since: number, output: string) => void} */
const report = (name, rows, since, output) => {
  results.push(...rows);
  const failed = rows.filter((row) => row.state === 'failed');
  const skipped = rows.filter((row) => row.state === 'skipped');
  const counts = [
    `${rows.length - failed.length - skipped.length} passed`,
    ...(failed.length ? [`${failed.length} failed`] : []),
    ...(skipped.length ? [`${skipped.length} skipped`] : []),
  ];
  process.stdout.write(`${failed.length ? '✗' : '✓'} ${name}: ${counts.join(', ')} (${seconds(since)})\n`);
  for (const row of skipped) process.stdout.write(`  – ${row.file}: ${row.title}\n`);
  if (failed.length) process.stdout.write(`${stripVTControlCharacters(output).replace(/^/gm, '      ')}\n`);
  for (const row of failed) process.stdout.write(`  ✗ ${row.file}: ${row.title}\n`);
};

/**
 * Runs checks in parallel and reports them in order, each as one test. A check resolves with null or with the error.
 *
 * @param {readonly (readonly [name: string, check: () => Promise<string | null>])[]} checks
 */
const runChecks = async (checks) => {
  const since = Date.now();
  const running = checks.map(async ([name, check]) => {
    const why = await check();
    return { name, why, took: Date.now() - since };
  });
  for (const done of running) {
    const { name, why, took } = await done;
    const state = why === null ? 'passed' : 'failed';
    report(name, [{ file: name, title: name, state, ms: took }], Date.now() - took, why ?? '');
  }
};

/** @type {(args: readonly string[]) => () => Promise<string | null>} */
const program = (args) => async () => {
  const { ok, output } = await run(args);
  return ok ? null : output;
};

/**
 * The fields of the reports of Vitest and Playwright that this program reads.
 *
 * @typedef {{ fullName: string, status: string, duration?: number }} VitestTest
 * @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ status: string, results: { duration: number }[] }} PlaywrightTest
 * @typedef {{ title?: string, specs?: { title: string, file: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], errors: unknown[] }} PlaywrightReport
 */

/** @type {(file: string, title?: string) => Row} */
const failedRun = (file, title = 'the run itself') => ({ file, title, state: 'failed', ms: 0 });

/** The report that a runner has written; null if it wrote none. @param {string} file */
const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** @type {ReadonlyMap<string, State>} */
const STATES = new Map([
  ['passed', 'passed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
]);

/** Several runs share the cores: one run uses them while tests of the others wait for processes and disks. */
const WAITING_WORKERS = Math.max(1, Math.floor(cpus().length / 2));
/** These tests only compute. With fewer workers they would get too small a share of a busy machine, and end last. */
const COMPUTING_WORKERS = cpus().length;

/** @type {(name: string, filters: readonly string[], options?: { workers?: number, env?: Readonly<Record<string, string>> }) => Promise<void>} */
const vitest = async (name, filters, { workers = WAITING_WORKERS, env = {} } = {}) => {
  const since = Date.now();
  const file = join(CACHE, `${name.replaceAll(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  const { output } = await run(
    [
      VITEST,
      'run',
      `--maxWorkers=${workers}`,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...filters,
    ],
    env,
  );
  /** @type {VitestFile[] | undefined} */
  const suites = readReport(file)?.testResults;
  /** @type {Row[]} */
  const rows = (suites ?? []).flatMap((suite) => {
    const where = relative(ROOT, suite.name);
    /** @type {Row[]} */
    const tests = suite.assertionResults.map((test) => ({
      file: where,
      title: test.fullName,
      state: STATES.get(test.status) ?? 'failed',
      ms: test.duration ?? 0,
    }));
    const broken = suite.status === 'failed' && !tests.some((test) => test.state === 'failed');
    return broken ? [...tests, failedRun(where, 'loading the file')] : tests;
  });
  if (!suites?.length) rows.push(failedRun(name));
  if (/Unhandled (Rejection|Error)/.test(output)) rows.push(failedRun(name, 'no unhandled errors'));
  report(name, rows, since, output);
};

/** @type {(name: string, env: Readonly<Record<string, string>>) => Promise<void>} */
const playwright = async (name, env) => {
  const since = Date.now();
  const file = join(CACHE, `${name}.json`);
  rmSync(file, { force: true });
  const { output } = await run([PLAYWRIGHT, 'test', '--config=tests/browser/playwright.config.ts'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  /** @type {PlaywrightReport | null} */
  const read = readReport(file);
  /** @type {Row[]} */
  const rows = read && read.errors.length === 0 ? [] : [failedRun(name)];
  /** @type {(suite: PlaywrightSuite, trail: readonly string[]) => void} */
  const walk = (suite, trail) => {
    const titles = suite.title && !suite.title.endsWith('.spec.ts') ? [...trail, suite.title] : trail;
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests) {
        const state = test.status === 'expected' ? 'passed' : test.status === 'skipped' ? 'skipped' : 'failed';
        const title = [...titles, spec.title].join(' ');
        rows.push({ file: join('tests/browser', spec.file), title, state, ms: test.results.at(-1)?.duration ?? 0 });
      }
    for (const inner of suite.suites ?? []) walk(inner, titles);
  };
  for (const suite of read?.suites ?? []) walk(suite, []);
  report(name, rows, since, output);
};

/** User and system time of the child processes that have ended, in seconds; null where the kernel does not report it. */
const childSeconds = () => {
  try {
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number);
    return (user + system) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
};

const began = Date.now();
/** The processor time of the run is compared with that of this build, so it always runs. */
rmSync(join(ROOT, 'dist', '.portal'), { force: true });
await build(['portal']);
const buildSeconds = childSeconds();
await build(['qa', 'second-brand', 'server']);
process.stdout.write(`Node ${process.versions.node}, ${cpus().length} cores\n`);

/** Later servers start with a copy of the data folder of this one. */
const portal = await createPortalProcess();
process.on('exit', () => rmSync(portal.dataDir, { recursive: true, force: true }));
const firstStart = async () => {
  try {
    await portal.start();
    await portal.stop();
  } catch (error) {
    return String(error);
  }
  process.env[FIRST_DATA] = portal.dataDir;
  return null;
};

await runChecks([
  ['types (with the scripts)', program([TSC, '-p', '.', '--singleThreaded'])],
  ['types of machines (without the DOM)', program([TSC, '-p', 'machines', '--singleThreaded'])],
  ['types of the server', program([TSC, '-p', 'server', '--singleThreaded'])],
  ['lint', program([BIOME, 'check', '--error-on-warnings', '.'])],
  ['dead code', program([KNIP])],
  ['first start of the server', firstStart],
]);
const hasPostgres = findPostgres() !== null;
if (!hasPostgres)
  process.stdout.write(
    '– contract and server on PostgreSQL: skipped, no PostgreSQL binaries and no TEST_DATABASE_URL\n',
  );
const browser = findBrowser() ?? stop(NO_BROWSER);
if (!findFonts())
  process.stdout.write('! Fonts for Chinese, Japanese, Korean or Thai are missing. Text widths may differ.\n');
const firefox = findFirefox();
if (!firefox) process.stdout.write('– Firefox: skipped, no Firefox 153 or later and no FIREFOX_PATH\n');

/** The tests of the server run once: on PostgreSQL if it is available, else on PGlite. The contract tests run on both. */
const units = vitest(
  'unit, machines, contract',
  ['--exclude=tests/chaos/**', '--exclude=tests/simulation/**', ...(hasPostgres ? ['--exclude=tests/server/**'] : [])],
  { workers: COMPUTING_WORKERS },
);
/** The simulated clock replaces the timers of its process, also those of what other test files have left behind. */
const year = vitest('simulated year', ['tests/simulation']);
/** These tests wait for disks and for processes to start, and so do the tests on PostgreSQL. */
const crashes = vitest('crashes', ['tests/chaos']);
if (hasPostgres)
  await vitest('contract and server on PostgreSQL', ['tests/contract', 'tests/server'], {
    env: { TEST_DATABASE: 'postgres' },
  });
else await units;
await Promise.all([
  units,
  year,
  crashes,
  playwright('browser', {
    CHROME_PATH: browser,
    HEADLESS_SHELL_PATH: findHeadlessShell() ?? browser,
    ...(firefox && { FIREFOX_PATH: firefox }),
  }),
]);

const since = Date.now();
writeFileSync(
  join(CACHE, 'results.json'),
  JSON.stringify(results.map(({ file, title, state, ms }) => ({ file, title, state, ms }))),
);
const problems = requirementProblems(results);
/** @type {State} */
const state = problems.length ? 'failed' : 'passed';
const requirements = { file: 'npm run spec', title: 'each requirement has its tests', state, ms: 0 };
report('requirements', [requirements], since, problems.join('\n'));

/** @type {Map<string, number>} */
const times = new Map();
for (const { file, ms } of results) times.set(file, (times.get(file) ?? 0) + ms);
const slowest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, 10);
process.stdout.write(
  `slowest files: ${slowest.map(([file, ms]) => `${file} ${(ms / 1_000).toFixed(0)} s`).join(', ')}\n`,
);

const used = childSeconds();
if (used !== null && buildSeconds)
  process.stdout.write(
    `${used.toFixed(0)} s of processor time, ${(used / buildSeconds).toFixed(0)} × that of the build of the portal (${buildSeconds.toFixed(0)} s)\n`,
  );

const failed = results.filter((row) => row.state === 'failed').length;
const passed = results.filter((row) => row.state === 'passed').length;
process.stdout.write(`${seconds(began)} in total\n${passed} passed, ${failed} failed\n`);
process.exit(failed || !passed ? 1 : 0);
