import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_BUILD } from './demo-environment.mjs';

/** Folder of the project, with a trailing separator. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const [NODE_MAJOR = 0, NODE_MINOR = 0] = process.versions.node.split('.').map(Number);

/**
 * Prints one line and exits with 1: no stack trace for problems that the user can fix.
 *
 * @type {(line: string) => never}
 */
export const stop = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

/** `engines` of package.json, which is Vite's range. */
export const requireNode = () => {
  const fits = (NODE_MAJOR === 20 && NODE_MINOR >= 19) || (NODE_MAJOR === 22 && NODE_MINOR >= 12) || NODE_MAJOR > 22;
  if (!fits)
    stop(`Node ${process.versions.node} is not supported: use Node 20.19 or later in the 20 line, or 22.12 or later.`);
};

/** @param {readonly string[]} paths */
const hashOf = (paths) => {
  const hash = createHash('sha256').update(String(NODE_MAJOR));
  /** @param {string} path */
  const add = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    try {
      for (const name of readdirSync(full).sort()) add(join(path, name));
    } catch {
      hash.update(path).update(readFileSync(full));
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
};

/** @type {(stamp: string, hash: string) => boolean} */
const isFresh = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** @type {(title: string, command: string, args: readonly string[], env?: Readonly<Record<string, string>>, cwd?: string) => Promise<void>} */
const run = (title, command, args, env = {}, cwd = ROOT) =>
  new Promise((resolve) => {
    process.stdout.write(`${title}\n`);
    const since = Date.now();
    let output = '';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    /** @param {string} why */
    const fail = (why) => {
      process.stderr.write(`${output}${why}`);
      stop(`${title} failed: see above.`);
    };
    child.once('error', ({ message }) => fail(`${message}\n`));
    child.once('close', (code) => {
      if (code !== 0) return fail('');
      process.stdout.write(`${title} done in ${((Date.now() - since) / 1_000).toFixed(1)} s\n`);
      resolve();
    });
  });

/**
 * The part of a lock file that is read here. npm writes one into node_modules for what it has installed.
 *
 * @typedef {{ packages: Readonly<Record<string, { version?: string, optional?: boolean }>> }} Lock
 */

/**
 * True if every package is installed in the version of the lock file. Packages of other platforms are optional and may be missing.
 *
 * @type {(lock: Lock, installed: Lock) => boolean}
 */
export const isInstalled = (lock, installed) =>
  Object.entries(lock.packages).every(([path, { version, optional }]) => {
    const found = installed.packages[path];
    return path === '' || (found ? found.version === version : optional === true);
  });

/**
 * Installs exactly the packages of the lock file in `folder`. Does nothing if they are already installed.
 *
 * @param {string} folder
 * @param {readonly string[]} options more options of `npm ci`
 */
export const install = async (folder = ROOT, options = []) => {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  /** @type {(path: string) => Lock} */
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  if (existsSync(installed) && isInstalled(read(join(folder, 'package-lock.json')), read(installed))) return;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options];
  await run('Installing packages…', 'npm', args, {}, folder);
};

const BRAND = process.env['BRAND'] || 'brand';
const INPUTS = [
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite',
  BRAND,
  'src',
  'machines',
  'locales',
  'server',
];

/** What identifies the files that a build is made of. Recordings have it. */
export const buildId = () => hashOf(INPUTS).slice(0, 8);

const SECOND_BRAND = 'tests/brands/rotfuchs';

/** @type {Readonly<Record<'portal' | 'qa' | 'second-brand' | 'server', { title: string, options: readonly string[], inputs: readonly string[], variables?: Readonly<Record<string, string>> }>>} */
const BUILDS = {
  portal: { title: 'Building the portal…', options: [], inputs: INPUTS },
  qa: { title: 'Building the portal for QA…', options: ['--mode', 'qa'], inputs: [...INPUTS, 'tests/flows'] },
  /** The portal of the brand that the tests compare with. */
  'second-brand': {
    title: 'Building the portal of the second brand…',
    options: ['--outDir', '../dist/second-brand'],
    inputs: [...INPUTS, SECOND_BRAND],
    variables: { BRAND: SECOND_BRAND },
  },
  server: { title: 'Building the server…', options: ['--ssr'], inputs: INPUTS },
};

/**
 * Builds into `dist/<name>`, in parallel. A build whose inputs have not changed is skipped.
 *
 * @param {readonly (keyof typeof BUILDS)[]} names
 * @param {Readonly<Record<string, string>>} environment
 */
export const build = async (names = ['portal', 'server'], environment = DEMO_BUILD) => {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const builds = names.map(async (name) => {
    const { title, options, inputs, variables } = BUILDS[name];
    const hash = `${hashOf(inputs)} ${JSON.stringify(environment)}`;
    const stamp = join(ROOT, 'dist', `.${name}`);
    if (isFresh(stamp, hash)) return;
    rmSync(stamp, { force: true });
    rmSync(join(ROOT, 'dist', name), { recursive: true, force: true });
    await run(title, process.execPath, [vite, 'build', ...options, '--logLevel', 'warn'], {
      ...environment,
      ...variables,
      VITE_BUILD_ID: buildId(),
      // Another value in the environment would build React for development.
      NODE_ENV: 'production',
    });
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    writeFileSync(stamp, hash);
  });
  await Promise.all(builds);
};
