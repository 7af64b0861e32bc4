import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge'];

const WELL_KNOWN = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const executable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const say = (line) => process.stdout.write(`${line}\n`);

const quiet = (command, args) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

const onMachine = () => {
  const chosen = process.env.CHROME_PATH;
  if (chosen) return executable(chosen) ? chosen : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
  return found ?? WELL_KNOWN.find(executable) ?? null;
};

const byPlaywright = async () => {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  say('Downloading a browser…');
  quiet(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
};

let listed = false;
const debian = (packages) => {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  if (!listed) quiet('apt-get', ['update']);
  listed = true;
  return quiet('apt-get', ['install', '-y', '--no-install-recommends', ...packages]).status === 0;
};

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => executable(join(folder, name)));

/** Path of a Chromium-family browser: one on the machine, Playwright's own, or Debian's package; null when none can be had. */
export const findBrowser = async () => {
  const here = onMachine();
  if (here || process.env.CHROME_PATH) return here;
  const downloaded = await byPlaywright();
  if (downloaded) return downloaded;
  say('Installing a browser…');
  return debian(['chromium']) ? onMachine() : null;
};

const covers = (language) => quiet('fc-list', [`:lang=${language}`, 'family']).stdout?.trim() !== '';

/** Fonts for the scripts the portal is read in; screenshots and width checks need them. */
export const findFonts = () => {
  if (process.platform !== 'linux') return true;
  if (!onPath('fc-list') && !debian(['fontconfig'])) return false;
  if (['zh-cn', 'zh-tw', 'ja', 'ko', 'th'].every(covers)) return true;
  say('Installing fonts for Chinese, Japanese, Korean and Thai…');
  return debian(['fonts-noto-core', 'fonts-noto-cjk']);
};
