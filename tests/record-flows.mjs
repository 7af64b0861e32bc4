import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
install();
const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
const given = process.argv.slice(2);
const args = ['test', '--config=tests/browser/record.config.ts'];

const listed = (chosen) => {
  const list = [playwright, ...args, '--list', ...chosen];
  const { status, stdout, stderr } = spawnSync(process.execPath, list, { cwd: ROOT, encoding: 'utf8' });
  const names = stdout.split('\n').flatMap((line) => line.match(/ › (?:.* › )?(.+)$/)?.[1] ?? []);
  return { names, isNone: /^Total: 0 tests/m.test(stdout), complaint: status === 0 ? null : (stderr || stdout).trim() };
};

if (given.length) {
  const { isNone, complaint } = listed(given);
  if (isNone) stop(`No flow fits "${given.join(' ')}". There are:\n  ${listed([]).names.join('\n  ')}`);
  if (complaint !== null) stop(complaint);
}
build(['portal', 'qa', 'server']);
const { findBrowser } = await import('./support/browser.mjs');
const browser = await findBrowser();
if (!browser) stop('No browser: set CHROME_PATH to a Chrome, Chromium or Edge.');
const { status } = spawnSync(process.execPath, [playwright, ...args, ...given], {
  cwd: ROOT,
  env: { ...process.env, ...DEMO_BUILD, CHROME_PATH: browser },
  stdio: 'inherit',
});
process.exit(status ?? 1);
