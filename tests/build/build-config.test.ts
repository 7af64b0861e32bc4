import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

test('a production build without a key stops with one line (SESS-01)', () => {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITE_')));
  const { status, stderr, stdout } = spawnSync(process.execPath, [VITE, 'build', '--outDir', '../dist/config'], {
    cwd: ROOT,
    env: { ...environment, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toBe('Build configuration: VITE_PASSWORD_KEY is missing (the AES key of passwords)\n');
  expect(stdout).toBe('');
}, 60_000);
