import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_BUILD } from '../../../server/demo-environment.mjs';
import { build, ROOT, stop } from '../../../server/prepare.mjs';
import { fail } from '../runs/recording-command.mjs';

const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
/**
 * Playwright reads the arguments. If none of them is an option, together they are the title of a flow.
 *
 * @param {readonly string[]} words
 */
const optionsOf = (words) =>
  words.length === 0 || words.some((word) => word.startsWith('-')) ? words : ['-g', words.join(' ')];
const args = ['test', '--config=tests/browser/record.config.ts'];

/** @param {readonly string[]} chosen */
const listFlows = (chosen) => {
  const list = [playwright, ...args, '--list', ...chosen];
  const { status, stdout, stderr } = spawnSync(process.execPath, list, { cwd: ROOT, encoding: 'utf8' });
  const names = stdout.split('\n').flatMap((line) => line.match(/ › (?:.* › )?(.+)$/)?.[1] ?? []);
  return { names, isNone: /^Total: 0 tests/m.test(stdout), error: status === 0 ? null : (stderr || stdout).trim() };
};

/** Records the flows of `tests/flows`, or those that match. @param {readonly string[]} words */
export const record = async (words) => {
  const given = optionsOf(words);
  if (given.length) {
    const { isNone, error } = listFlows(given);
    if (isNone) fail(`No flow matches "${words.join(' ')}". The flows are:\n  ${listFlows([]).names.join('\n  ')}`);
    if (error !== null) stop(error);
  }
  await build(['portal', 'qa', 'server']);
  const { findBrowser } = await import('../browser/browser.mjs');
  const browser = findBrowser() ?? stop('No browser found. Set CHROME_PATH to Chrome, Chromium or Edge.');
  const { status } = spawnSync(process.execPath, [playwright, ...args, ...given], {
    cwd: ROOT,
    env: { ...process.env, ...DEMO_BUILD, CHROME_PATH: browser },
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
};
