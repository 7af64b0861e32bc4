import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, ROOT } from '../../server/prepare.mjs';
import { findBrowser, findHeadlessShell } from '../support/browser/browser.mjs';
import { createTestWriter } from '../support/runs/test-writer.mjs';

const FLOWS = join(ROOT, 'tests/flows');
/** Playwright finds tests below this folder, and Git ignores it. */
const FOLDER = join(ROOT, 'tests/browser/recorded/all');

/**
 * Writes a test from every kept recording and plays them all. Rejects with the output of a failed run.
 *
 * @returns {Promise<number>} how many tests passed
 */
export const playRecordedTests = async () => {
  const chromium = findBrowser();
  if (!chromium) throw new Error('No browser found. Set CHROME_PATH.');
  await build(['qa']);
  const writer = await createTestWriter();
  const files = readdirSync(FLOWS);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  try {
    for (const file of files) {
      const target = join(FOLDER, file.replace('.flow.json', '.spec.ts'));
      const result = await writer.write(readFileSync(join(FLOWS, file), 'utf8'), target);
      if (!result.ok) throw new Error(`${file}: ${result.line}`);
      writeFileSync(target, result.text);
    }
    const played = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/@playwright/test/cli.js'),
        'test',
        '--config=tests/browser/playwright.config.ts',
        '--reporter=line',
        'recorded/all/',
      ],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, CHROME_PATH: chromium, HEADLESS_SHELL_PATH: findHeadlessShell() ?? chromium },
      },
    );
    if (played.status !== 0) throw new Error(`${played.stdout}${played.stderr}`);
    return files.length;
  } finally {
    await writer.close();
    rmSync(FOLDER, { recursive: true, force: true });
  }
};
