import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { buildStamp } from '../../vite/build-stamp.ts';

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

test('a build deletes the stamp of the build that it replaces, and no other stamp', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-stamp-'));
  for (const name of ['src', 'dist']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'src', 'index.html'), '<!doctype html><title>A page</title>');
  const stamps = ['.portal', '.qa'].map((name) => join(folder, 'dist', name));
  for (const stamp of stamps) writeFileSync(stamp, 'a hash of the inputs');
  await build({
    root: join(folder, 'src'),
    configFile: false,
    logLevel: 'silent',
    plugins: [buildStamp()],
    build: { outDir: '../dist/portal' },
  });
  expect(stamps.map((stamp) => existsSync(stamp))).toEqual([false, true]);
  rmSync(folder, { recursive: true });
});
