import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();
await build(['portal', 'qa', 'second-brand', 'server']);
/** Playwright reads the arguments: parts of file names, and its own options. */
const given = process.argv.slice(2);
const { findBrowser, findFirefox, findHeadlessShell } = await import('./support/browser/browser.mjs');
const browser = findBrowser() ?? stop('No browser found. Set CHROME_PATH to Chrome, Chromium or Edge.');
const headless = findHeadlessShell();
const firefox = given.some((text) => text.includes('firefox')) ? findFirefox() : null;
const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(
  process.execPath,
  [playwright, 'test', '--config=tests/browser/playwright.config.ts', ...given],
  {
    cwd: ROOT,
    env: {
      ...process.env,
      ...DEMO_BUILD,
      TZ: 'UTC',
      CHROME_PATH: browser,
      ...(headless && { HEADLESS_SHELL_PATH: headless }),
      ...(firefox && { FIREFOX_PATH: firefox }),
    },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
