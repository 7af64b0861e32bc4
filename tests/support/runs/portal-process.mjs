import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO_SERVER } from '../../../server/demo-environment.mjs';
import { ROOT } from '../../../server/prepare.mjs';

/**
 * @typedef {{
 *   readonly url: string,
 *   readonly port: number,
 *   readonly dataDir: string,
 *   readonly start: (environment?: Readonly<Record<string, string>>) => Promise<string>,
 *   readonly stop: () => Promise<void>,
 *   readonly kill: () => Promise<void>,
 *   readonly output: () => string,
 *   readonly remove: () => Promise<void>,
 * }} PortalProcess
 */

/** Records the calls of the API, where a test asks for it. */
const RECORDER = pathToFileURL(join(ROOT, 'tests/support/api/traffic-recorder.mjs')).href;

/** Below the ports that Linux gives to outgoing connections, so that none takes the port while its server restarts. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
const PORT_ATTEMPTS = 50;

/** @type {(port: number) => Promise<boolean>} */
const isFree = (port) =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * A loopback port that was free a moment ago. Rejects if none was found.
 *
 * @returns {Promise<number>}
 */
export const freePort = async () => {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT}.`);
};

/** The environment variable with a data folder after a first start; creating the folder takes most of the first start. */
export const FIRST_DATA = 'FIRST_DATA_DIR';

/**
 * The built server in a separate process, on a temporary data folder (a copy of FIRST_DATA_DIR, if set). `start` resolves with the URL
 * when the server is ready, and can add environment variables for one start; `kill` is kill -9; `output` is everything the server printed.
 *
 * @param {Readonly<Record<string, string>>} environment
 * @param {string | null} databaseUrl of PostgreSQL; by default the process has an embedded database
 * @returns {Promise<PortalProcess>}
 */
export const createPortalProcess = async (environment = {}, databaseUrl = null) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'));
  const first = process.env[FIRST_DATA];
  if (first && databaseUrl === null) cpSync(join(first, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable> | null} */
  let child = null;
  let output = '';

  /** @type {PortalProcess['start']} */
  const start = (ofThisStart = {}) =>
    new Promise((resolve, reject) => {
      const recording = process.env['TRAFFIC_DIR'] ? ['--import', RECORDER] : [];
      const started = spawn(process.execPath, [...recording, join(ROOT, 'dist', 'server', 'main.js')], {
        cwd: ROOT,
        env: {
          ...process.env,
          ...DEMO_SERVER,
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'warn',
          RATE_LIMITS: '0',
          ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
          ...environment,
          ...ofThisStart,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      /** @param {Buffer} chunk */
      const onOutput = (chunk) => {
        output += chunk;
        if (/ready on http/.test(String(chunk))) resolve(url);
      };
      started.stdout.on('data', onOutput);
      started.stderr.on('data', onOutput);
      started.once('exit', (code, signal) => reject(new Error(`the server exited (${code ?? signal}):\n${output}`)));
    });

  /** @type {(signal: NodeJS.Signals) => Promise<void>} */
  const end = (signal) =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  return {
    url,
    port,
    dataDir,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    output: () => output,
    remove: async () => {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
