import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { ROOT } from '../../server/prepare.mjs';

/** A loopback port that was free a moment ago. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Names a data folder as a first start leaves it; most of what a first start takes is making it. */
export const FIRST_DATA = 'FIRST_DATA_DIR';

/**
 * The built server as a process of its own, on a throw-away data folder, which begins as a copy of FIRST_DATA_DIR if there is one. `start` resolves with the address once the first
 * request can be withTimeout; `kill` is kill -9; `output` is everything it printed.
 */
export const createPortalProcess = async (environment = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'));
  const first = process.env[FIRST_DATA];
  if (first) cpSync(join(first, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = null;
  let output = '';

  const start = () =>
    new Promise((resolve, reject) => {
      child = spawn(process.execPath, [join(ROOT, 'dist', 'server', 'main.js')], {
        cwd: ROOT,
        env: {
          ...process.env,
          ...DEMO_SERVER,
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'warn',
          RATE_LIMITS: '0',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const hear = (chunk) => {
        output += chunk;
        if (/ready on http/.test(chunk)) resolve(url);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code, signal) => reject(new Error(`the server ended (${code ?? signal}):\n${output}`)));
    });

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
