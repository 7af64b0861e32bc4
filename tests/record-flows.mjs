import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
install();
build(['portal', 'qa', 'server']);
const { findBrowser } = await import('./support/browser.mjs');
const browser = await findBrowser();
if (!browser) stop('No browser: set CHROME_PATH to a Chrome, Chromium or Edge.');
const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
const args = ['test', '--config=tests/browser/record.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [playwright, ...args], {
  cwd: ROOT,
  env: { ...process.env, ...DEMO_BUILD, CHROME_PATH: browser },
  stdio: 'inherit',
});
process.exit(status ?? 1);
