import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();

const PARTS = /** @type {const} */ (['charts', 'architecture', 'api', 'screens']);
/** On request: it writes into the folder of the brand. */
const ICONS = 'icons';
const USAGE = `Usage: npm run docs [-- ${PARTS.join('|')}|${ICONS}]`;
const OUT = join(ROOT, 'dist', 'docs');

/** @type {(name: string) => string} An empty folder in dist/docs. */
const emptyFolder = (name) => {
  const folder = join(OUT, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** @type {(folder: string, files: ReadonlyMap<string, string>) => void} */
const writeFiles = (folder, files) => {
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
};

/** @type {<Module>(path: string) => Promise<Module>} */
const load = async (path) => {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(ROOT, 'tests', 'support', 'docs', path), {
    configFile: false,
    root: ROOT,
  });
  return /** @type {any} */ (module);
};

const drawCharts = async () => {
  /** @type {typeof import('./support/docs/machine-documents.ts')} */
  const { machineDocuments } = await load('machine-documents.ts');
  writeFiles(emptyFolder('machines'), await machineDocuments());
};

const drawArchitecture = async () => {
  /** @type {typeof import('./support/docs/architecture-document.ts')} */
  const { architectureDocument } = await load('architecture-document.ts');
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, 'architecture.md'), architectureDocument());
};

const drawApi = async () => {
  /** @type {typeof import('./support/docs/publisher-document.ts')} */
  const { apiDocument, publisherDocument } = await load('publisher-document.ts');
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(ROOT, 'dist', 'openapi.json'), `${JSON.stringify(apiDocument, null, 2)}\n`);
  writeFileSync(join(OUT, 'publisher-api.md'), publisherDocument());
};

/** The picture of README.md: two phones and a desktop, side by side. */
const README = ['recharge-5-confirm-390-dark', 'recharge-5-confirm-1280-dark', 'payment-6-delivered-390-light'];

const browserPath = async () => {
  const { findBrowser } = await import('./support/browser/browser.mjs');
  return findBrowser() ?? stop('No browser found. Set CHROME_PATH to Chrome, Chromium or Edge.');
};

const drawBrandIcons = async () => {
  const brand = process.env['BRAND'] ?? stop('Set BRAND to the folder of the brand.');
  const { drawIcons } = await import('./support/docs/brand-icons.mjs');
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  await drawIcons(browser, resolve(ROOT, brand, 'art'));
  await browser.close();
};

const drawScreens = async () => {
  await build(['portal', 'server']);
  const { findFonts } = await import('./support/browser/browser.mjs');
  const executablePath = await browserPath();
  if (!findFonts()) stop('The pictures need fonts for Chinese, Japanese, Korean and Thai: install the Noto fonts.');
  const folder = emptyFolder('screens');
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const { status } = spawnSync(process.execPath, [playwright, 'test', '--config=tests/browser/draw.config.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...DEMO_BUILD, TZ: 'UTC', CHROME_PATH: executablePath, SCREENS: folder },
    stdio: 'inherit',
  });
  if (status !== 0) stop('A walk failed, see above. dist/docs/screens may be incomplete.');

  const images = README.map((name) => {
    const data = readFileSync(join(folder, `${name}.png`)).toString('base64');
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
  await page.screenshot({ path: join(folder, 'readme.png') });
  await browser.close();
};

const { positionals } = parseArgs({ allowPositionals: true });
const [part, ...others] = positionals;
if (others.length) stop(USAGE);
if (part === ICONS) {
  await drawBrandIcons();
  process.exit(0);
}
const wanted = part === undefined ? PARTS : PARTS.filter((name) => name === part);
if (wanted.length === 0) stop(`Unknown part ${part}. ${USAGE}`);

const draw = { charts: drawCharts, architecture: drawArchitecture, api: drawApi, screens: drawScreens };
for (const name of wanted) await draw[name]();
process.stdout.write(`${wanted.join(', ')}: drawn into dist/docs\n`);
process.exit(0);
