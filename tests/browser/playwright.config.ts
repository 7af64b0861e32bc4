import { cpus } from 'node:os';
import { defineConfig, type Project } from '@playwright/test';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  /** A test opens few pages, most of them once: a spare process, a process for graphics and optimized code cost more CPU than they save. */
  '--disable-features=SpareRendererForSitePerProcess',
  '--in-process-gpu',
  '--js-flags=--no-opt --no-maglev',
];

const launch = (path: string | undefined) => ({
  ...(path && { executablePath: path }),
  args: CHROMIUM_ARGS,
  ignoreDefaultArgs: ['--disable-popup-blocking'],
});

const FIREFOX = '**/*.firefox.spec.ts';
/** Tests of the pop-up blocker and of window focus. The headless shell supports neither. */
const WINDOWS = /@windows/;

/** It builds the portal. In the headless project, it would run last. */
const BUILDING = /deployment\.spec\.ts$/;

const BROWSER = process.env['CHROME_PATH'];
const FIREFOX_PATH = process.env['FIREFOX_PATH'];

/** The main path in an unmodified Firefox, through WebDriver BiDi. */
const firefox = (executablePath: string): Project => ({
  name: 'firefox',
  testMatch: FIREFOX,
  /** A second start of Firefox costs more time than a second worker saves. */
  workers: 1,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    /** The pop-up blocker is on, as it is for players. Playwright turns it off. */
    launchOptions: { executablePath, args: [], firefoxUserPrefs: { 'dom.disable_open_during_load': true } },
  },
});

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  /** Three more than the cores: a test also waits for clocks and responses. With two more, a tenth of the CPU time is idle. */
  workers: cpus().length + 3,
  retries: 0,
  /** For a test that hangs. A busy machine needs up to ten times as long as an idle one. */
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['json'], ['dot']] : [['list']],
  globalSetup: './portal-server.setup.ts',
  use: {
    headless: true,
    /** Animations are rendered by the CPU. The main path is tested with motion. */
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    /** `page.route` does not see the responses of a service worker. Tests of the service worker allow it. */
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'off',
    launchOptions: launch(process.env['HEADLESS_SHELL_PATH'] ?? BROWSER),
  },
  projects: [
    ...(FIREFOX_PATH ? [firefox(FIREFOX_PATH)] : []),
    { name: 'windows', testIgnore: FIREFOX, grep: WINDOWS, use: { launchOptions: launch(BROWSER) } },
    { name: 'deployment', testMatch: BUILDING, grepInvert: WINDOWS },
    { name: 'headless', testIgnore: [FIREFOX, BUILDING], grepInvert: WINDOWS },
  ],
});
