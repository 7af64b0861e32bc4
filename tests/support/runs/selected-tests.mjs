import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_BUILD } from '../../../server/demo-environment.mjs';
import { build, ROOT } from '../../../server/prepare.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const BROWSER = join(ROOT, 'tests/browser-tests.mjs');

/** @type {(args: readonly string[]) => number} */
const run = (args) =>
  spawnSync(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...DEMO_BUILD, TZ: 'UTC' }, stdio: 'inherit' })
    .status ?? 1;

/** @type {(path: string) => 'browser' | 'test' | 'source'} */
const kindOf = (path) => {
  if (path.includes('tests/browser/') || path.endsWith('.spec.ts')) return 'browser';
  return path.startsWith('tests/') || path.endsWith('.test.ts') ? 'test' : 'source';
};

/**
 * Runs a part of the tests: `--changed` or `--changed=COMMIT` runs the test files that changed files need, the path of a source file those that
 * need it, and the path of a test file or a folder of tests those. Resolves with the exit code.
 *
 * @type {(args: readonly string[]) => Promise<number>}
 */
export const runSelected = async (args) => {
  const options = args.filter((arg) => arg.startsWith('-'));
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const of = (/** @type {ReturnType<typeof kindOf>} */ kind) => paths.filter((path) => kindOf(path) === kind);
  const [browser, tests, sources] = [of('browser'), of('test'), of('source')];
  if (tests.some((path) => path.includes('tests/build'))) await build(['portal', 'qa', 'second-brand', 'server']);
  const codes = [];
  const isChanged = options.some((option) => option.startsWith('--changed'));
  if (isChanged)
    codes.push(run([VITEST, 'run', '--passWithNoTests', '--exclude=tests/build/**', ...options, ...tests]));
  else if (tests.length) codes.push(run([VITEST, 'run', ...options, ...tests]));
  if (sources.length) codes.push(run([VITEST, 'related', '--run', ...options, ...sources]));
  if (browser.length)
    codes.push(run([BROWSER, ...options, ...browser.map((path) => path.replace(/^tests\/browser\//, ''))]));
  return Math.max(...codes);
};
