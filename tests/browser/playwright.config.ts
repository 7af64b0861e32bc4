import { cpus } from 'node:os';
import { defineConfig } from '@playwright/test';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launch = (path: string | undefined) => ({
  ...(path && { executablePath: path }),
  args: CHROMIUM_ARGS,
  ignoreDefaultArgs: ['--disable-popup-blocking'],
});

/** Tests of the pop-up blocker, and of which window has the focus. The headless shell has neither. */
const WINDOWS = /@windows/;

const BROWSER = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: '**/*.firefox.spec.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  /** One more than the cores: a test also waits for clocks and responses. */
  workers: cpus().length + 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['json']] : [['list']],
  globalSetup: './portal-server.setup.ts',
  use: {
    headless: true,
    /** Animations are rendered by the CPU. The main path is tested with motion. */
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'off',
    screenshot: 'off',
    launchOptions: launch(process.env['HEADLESS_SHELL_PATH'] ?? BROWSER),
  },
  projects: [
    { name: 'headless', grepInvert: WINDOWS },
    { name: 'windows', grep: WINDOWS, use: { launchOptions: launch(BROWSER) } },
  ],
});
