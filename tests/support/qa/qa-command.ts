import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export const runQa = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/qa.mjs', ...args], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

export const createScratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'qa-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pathOf = (file: string): string => join(folder, file);
  return {
    pathOf,
    write: (name: string, text: string): string => {
      const path = pathOf(`${name}.flow.json`);
      writeFileSync(path, text);
      return path;
    },
  };
};
