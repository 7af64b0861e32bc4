import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's headless shell first: it has no browser window to draw, so a test takes a third less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
];

const WELL_KNOWN = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** @param {string} path */
const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);

/** @type {(command: string, args: readonly string[]) => import('node:child_process').SpawnSyncReturns<string>} */
const runQuietly = (command, args) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

const installedBrowser = () => {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return found ?? WELL_KNOWN.find(isExecutable) ?? null;
};

const playwrightBrowser = async () => {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  print('Downloading a browser…');
  runQuietly(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
};

let isUpdated = false;
/**
 * Installs Debian packages; false without root or apt-get.
 *
 * @param {readonly string[]} packages
 */
const installPackages = (packages) => {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  if (!isUpdated) runQuietly('apt-get', ['update']);
  isUpdated = true;
  return runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages]).status === 0;
};

/** @param {string} name */
const isOnPath = (name) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)));

/** The path of a Chromium-based browser: an installed one, Playwright's, or Debian's package; null if none is available. */
export const findBrowser = async () => {
  const installed = installedBrowser();
  if (installed || process.env['CHROME_PATH']) return installed;
  const downloaded = await playwrightBrowser();
  if (downloaded) return downloaded;
  print('Installing a browser…');
  return installPackages([HEADLESS_SHELL]) || installPackages(['chromium']) ? installedBrowser() : null;
};

/** @param {string} language */
const hasFontFor = (language) => runQuietly('fc-list', [`:lang=${language}`, 'family']).stdout?.trim() !== '';

/** Fonts for the scripts of all locales; screenshots and width checks need them. */
export const findFonts = () => {
  if (process.platform !== 'linux') return true;
  if (!isOnPath('fc-list') && !installPackages(['fontconfig'])) return false;
  if (['zh-cn', 'zh-tw', 'ja', 'ko', 'th'].every(hasFontFor)) return true;
  print('Installing fonts for Chinese, Japanese, Korean and Thai…');
  return installPackages(['fonts-noto-core', 'fonts-noto-cjk']);
};
