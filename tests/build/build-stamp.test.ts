import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { buildStamp } from '../../vite/build-stamp.ts';

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
