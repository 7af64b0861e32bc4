import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });

requireNode();
await install();
await build(['portal', 'server']);
const { findBrowser, findFonts } = await import('./support/browser.mjs');
const { DRAWN, SCREENS, THEMES, writeScreensManifest } = await import('./support/screens-manifest.mjs');
const executablePath = (await findBrowser()) ?? stop('No browser found. Set CHROME_PATH to Chrome, Chromium or Edge.');
if (!findFonts()) stop('The pictures need fonts for Chinese, Japanese, Korean and Thai: install the Noto fonts.');

rmSync(DRAWN, { recursive: true, force: true });
mkdirSync(DRAWN, { recursive: true });
const args = ['test', '--config=tests/browser/playwright.config.ts', 'screens.spec.ts'];
const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules/@playwright/test/cli.js'), ...args], {
  cwd: ROOT,
  env: {
    ...process.env,
    ...DEMO_BUILD,
    TZ: 'UTC',
    CHROME_PATH: executablePath,
    DRAW_SCREENS: values.all ? 'all' : 'changed',
  },
  stdio: 'inherit',
});
if (status !== 0) stop('The pictures were not drawn: a walk failed, see above. docs/screens may be incomplete.');

const screens = readdirSync(DRAWN)
  .sort()
  .map((file) => /** @type {const} */ ([basename(file, '.json'), JSON.parse(readFileSync(join(DRAWN, file), 'utf8'))]));
const drawn = new Set(screens.flatMap(([screen]) => THEMES.map((theme) => `${screen}-${theme}.png`)));
for (const name of readdirSync(SCREENS))
  if (name.endsWith('.png') && name !== 'readme.png' && !drawn.has(name)) rmSync(join(SCREENS, name));

/** The picture of README.md: two phones and a desktop, side by side. */
const README = ['recharge-5-confirm-390-dark', 'recharge-5-confirm-1280-dark', 'payment-6-delivered-390-light'];
const images = README.map((name) => {
  const data = readFileSync(join(SCREENS, `${name}.png`)).toString('base64');
  return `<img alt="" src="data:image/png;base64,${data}">`;
});
const { chromium } = await import('@playwright/test');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1484, height: 640 } });
await page.setContent(`<!doctype html><style>
  body { margin: 0; height: 640px; background: #05070c; display: flex; gap: 26px; align-items: center; justify-content: center }
  img { height: 586px; border-radius: 8px; outline: 1px solid #2b3248 }
  img:not(:nth-child(2)) { border-radius: 24px }
</style>${images.join('')}`);
await page.screenshot({ path: join(SCREENS, 'readme.png') });
await browser.close();

writeScreensManifest(Object.fromEntries(screens));
process.stdout.write(`${drawn.size + 1} pictures of ${screens.length} screens in docs/screens\n`);
