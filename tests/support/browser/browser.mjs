import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram, installPackages, isExecutable, pathsOf, runQuietly } from '../runs/debian-packages.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge'];

const HEADLESS_SHELL = 'chromium-headless-shell';

const WELL_KNOWN = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const FIREFOX_NAMES = ['firefox-esr', 'firefox'];

const FIREFOX_WELL_KNOWN = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** @type {(names: readonly string[], wellKnown: readonly string[]) => string[]} */
const executables = (names, wellKnown) => [...names.flatMap(pathsOf), ...wellKnown].filter(isExecutable);

const installedBrowser = () => {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) return isExecutable(chosen) ? chosen : null;
  return executables(NAMES, WELL_KNOWN)[0] ?? null;
};

const playwrightBrowser = () => {
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  process.stdout.write('Downloading a browser…\n');
  runQuietly(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
};

export const NO_BROWSER =
  'No browser found. Set CHROME_PATH to Chrome, Chromium or Edge, or run as a user who can install one.';

/** The path of a Chromium-based browser: an installed one, Playwright's, or Debian's package; null if none is available. */
export const findBrowser = () => {
  const installed = installedBrowser();
  if (installed || process.env['CHROME_PATH']) return installed;
  const downloaded = playwrightBrowser();
  if (downloaded) return downloaded;
  return installPackages('a browser', ['chromium']) ? installedBrowser() : null;
};

/**
 * The path of Debian's headless shell of Chromium, or null. Tests in it take a third less CPU time. It has no pop-up blocker.
 */
export const findHeadlessShell = () => {
  const chosen = process.env['HEADLESS_SHELL_PATH'];
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const installed = () => executables([HEADLESS_SHELL], [])[0] ?? null;
  return installed() ?? (installPackages('a headless browser', [HEADLESS_SHELL]) ? installed() : null);
};

/** Playwright sends WebDriver BiDi commands that older versions do not know. */
const OLDEST_FIREFOX = 153;

/** @param {string} path */
const isRecentFirefox = (path) =>
  Number(runQuietly(path, ['--version']).stdout?.match(/Firefox (\d+)/)?.[1]) >= OLDEST_FIREFOX;

/** The path of Firefox 153 or later: FIREFOX_PATH, an installed one, or Debian's package; null if none is available. */
export const findFirefox = () => {
  const chosen = process.env['FIREFOX_PATH'];
  const paths = () => (chosen ? [chosen] : executables(FIREFOX_NAMES, FIREFOX_WELL_KNOWN));
  const found = paths().find(isRecentFirefox);
  if (found || chosen) return found ?? null;
  return installPackages('Firefox', ['firefox-esr']) ? (paths().find(isRecentFirefox) ?? null) : null;
};

/** @param {string} language */
const hasFontFor = (language) => runQuietly('fc-list', [`:lang=${language}`, 'family']).stdout?.trim() !== '';

/** Fonts for the scripts of all locales; screenshots and width checks need them. */
export const findFonts = () => {
  if (process.platform !== 'linux') return true;
  if (!findProgram('fc-list') && !installPackages('fontconfig', ['fontconfig'])) return false;
  if (['zh-cn', 'zh-tw', 'ja', 'ko', 'th'].every(hasFontFor)) return true;
  return installPackages('fonts for Chinese, Japanese, Korean and Thai', ['fonts-noto-core', 'fonts-noto-cjk']);
};

/** Whether WebKitGTK, its driver and a virtual display are installed, after an attempt to install them. */
export const findWebKit = () =>
  ['WebKitWebDriver', 'Xvfb'].every(findProgram) || installPackages('WebKitGTK', ['webkit2gtk-driver', 'xvfb']);
