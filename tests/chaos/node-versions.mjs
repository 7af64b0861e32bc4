import { spawnSync } from 'node:child_process';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import { ROOT } from '../../server/prepare.mjs';

/** The supported lines of Node, oldest first: `engines` in package.json. 20.19 is the oldest release that Vite supports. */
const LINES = /** @type {const} */ (['20.19', '22', '24', '26']);
const NEWEST = LINES.at(-1);

/**
 * What depends most on Node: the server, its process, and code that runs on its timers and streams. The newest line runs all tests without a
 * browser.
 */
const SUBSET = ['chaos/process', 'server', 'field', 'api', 'adapters', 'machines'].map((name) => `tests/${name}`);

const BUILD = "import { build, requireNode } from './server/prepare.mjs'; requireNode(); await build();";

const isWindows = process.platform === 'win32';
/** The package of the registry that contains the binary of this platform. */
const PACKAGE = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/**
 * Runs the newest release of a line, also for scripts that call `node`. Throws if it fails.
 *
 * @type {(line: string, args: readonly string[], env?: Readonly<Record<string, string>>) => void}
 */
const runNode = (line, args, env = {}) => {
  const { status } = spawnSync('npm', ['exec', '--yes', `--package=${PACKAGE}@${line}`, '--', 'node', ...args], {
    cwd: ROOT,
    env: { ...process.env, TZ: 'UTC', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
  });
  if (status !== 0) throw new Error(`Node ${line}: exit code ${status} of node ${args.join(' ')}`);
};

/**
 * Builds the product and tests it on each supported line of Node, without a browser. `onDone` receives a line for each.
 *
 * @type {(options: { isFull: boolean, database: Readonly<Record<string, string>>, onDone: (line: string) => void }) => void}
 */
export const testNodeVersions = ({ isFull, database, onDone }) => {
  for (const line of LINES) {
    const since = Date.now();
    const filters = isFull || line === NEWEST ? [] : SUBSET;
    runNode(line, ['--input-type=module', '--eval', BUILD]);
    runNode(line, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...filters], {
      ...DEMO_BUILD,
      ...database,
    });
    const tests = filters.length ? filters.join(' ') : 'all tests without a browser';
    onDone(`Node ${line}: build, ${tests} (${Math.round((Date.now() - since) / 1_000)} s)`);
  }
};
