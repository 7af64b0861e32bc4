import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import { ROOT } from '../../server/prepare.mjs';
import { freePort } from '../support/runs/portal-process.mjs';

/** The supported lines of Node, oldest first: `engines` in package.json. 20.19 is the oldest release that Vite supports. */
const LINES = /** @type {const} */ (['20.19', '22', '24', '26']);
const NEWEST = LINES.at(-1);

/** What depends most on Node: the server, and code that runs on its timers and streams. The newest line runs all tests without a browser. */
const SUBSET = ['tests/server', 'tests/field', 'tests/api', 'tests/adapters', 'tests/machines'];

const isWindows = process.platform === 'win32';
/** The package of the registry that contains the binary of this platform. */
const PACKAGE = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/**
 * Installs the newest release of a line into `.cache`. Throws if there is none for this platform.
 *
 * @param {string} line
 */
const fetchNode = (line) => {
  const folder = join(ROOT, '.cache', 'node', line);
  const binary = join(folder, 'node_modules', PACKAGE, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { stderr } = spawnSync('npm', ['install', '--prefix', folder, ...options, `${PACKAGE}@${line}`], {
    encoding: 'utf8',
    shell: isWindows,
  });
  if (!existsSync(binary)) throw new Error(`${PACKAGE}@${line} could not be installed: ${stderr}`);
  return binary;
};

/** @type {(binary: string, args: readonly string[], env: Readonly<Record<string, string>>) => import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} */
const start = (binary, args, env) => {
  const child = spawn(binary, args, {
    cwd: ROOT,
    // Scripts that call `node` get this one too.
    env: { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env['PATH'] ?? ''}`, TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
};

/**
 * Resolves with the output. Rejects with it if the program fails.
 *
 * @type {(child: ReturnType<typeof start>, isReady?: RegExp, then?: () => Promise<void>) => Promise<string>}
 */
const finish = (child, isReady, then) =>
  new Promise((resolve, reject) => {
    let output = '';
    let isCalled = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (isCalled || !isReady?.test(output)) return;
        isCalled = true;
        then?.().then(
          () => child.kill('SIGTERM'),
          (error) => {
            child.kill('SIGKILL');
            reject(error);
          },
        );
      });
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`exit code ${code}:\n${output}`))));
  });

/**
 * `npm start`, a page, a call and the end of the server.
 *
 * @param {string} binary
 */
const startPortal = async (binary) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'));
  const port = await freePort();
  const check = async () => {
    for (const [path, type] of [
      ['/main/recharge', 'text/html'],
      ['/health', 'application/json'],
    ]) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      if (response.status !== 200 || !response.headers.get('content-type')?.startsWith(type ?? ''))
        throw new Error(`${path} responded with ${response.status}`);
    }
  };
  try {
    const child = start(binary, [join(ROOT, 'server/start.mjs')], { PORT: String(port), DATA_DIR: dataDir });
    await finish(child, /ready on http/, check);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const BUILD = "import { build } from './server/prepare.mjs'; await build();";

/**
 * The failed tests of a report of Vitest, with their messages. Empty: there is no report.
 *
 * @param {string} file
 */
const failuresIn = (file) => {
  if (!existsSync(file)) return '';
  /** @type {{ testResults: { name: string, message: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return testResults
    .flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${name}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`),
    ])
    .join('\n');
};

/** @type {(binary: string, filters: readonly string[], env: Readonly<Record<string, string>>) => Promise<void>} */
const runTests = async (binary, filters, env) => {
  const report = join(ROOT, '.cache', 'node-versions.json');
  rmSync(report, { force: true });
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`];
  try {
    await finish(start(binary, [...vitest, ...filters], env));
  } catch (error) {
    throw new Error(failuresIn(report) || `${error}`);
  }
};

/**
 * Builds, starts and tests the product on each supported line of Node, without a browser. `onDone` receives a line for each. Rejects with
 * the output of the first failure.
 *
 * @type {(options: { isFull: boolean, database: Readonly<Record<string, string>>, onDone: (line: string) => void }) => Promise<void>}
 */
export const testNodeVersions = async ({ isFull, database, onDone }) => {
  for (const line of LINES) {
    const since = Date.now();
    const binary = fetchNode(line);
    const version = spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.trim();
    const filters = isFull || line === NEWEST ? [] : SUBSET;
    const tests = filters.length ? filters.join(' ') : 'all tests without a browser';
    try {
      await startPortal(binary);
      await finish(start(binary, ['--input-type=module', '--eval', BUILD], {}));
      await runTests(binary, filters, { ...DEMO_BUILD, ...database });
    } catch (error) {
      throw new Error(`Node ${version}: ${error instanceof Error ? error.message : error}`);
    }
    onDone(`Node ${version}: build, start, ${tests} (${Math.round((Date.now() - since) / 1_000)} s)`);
  }
};
