import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** `npm run qa` with these arguments. */
export const runQa = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/qa.mjs', ...args], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

/** A folder for the recordings of a test file. */
export const createScratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'qa-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pathOf = (file: string): string => join(folder, file);
  return {
    pathOf,
    /** Writes a recording; returns its path. */
    write: (name: string, text: string): string => {
      const path = pathOf(`${name}.flow.json`);
      writeFileSync(path, text);
      return path;
    },
  };
};
