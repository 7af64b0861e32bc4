import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

const { projects: _, ...shared } = tests;

/** The main path in an unmodified Firefox, through WebDriver BiDi. FIREFOX_PATH names Firefox. */
export default defineConfig({
  ...shared,
  testMatch: '**/*.firefox.spec.ts',
  testIgnore: [],
  /** A second start of Firefox costs more time than a second worker saves. */
  workers: 1,
  use: {
    ...shared.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      ...(process.env['FIREFOX_PATH'] && { executablePath: process.env['FIREFOX_PATH'] }),
      /** The pop-up blocker is on, as it is for players. Playwright turns it off. */
      firefoxUserPrefs: { 'dom.disable_open_during_load': true },
    },
  },
});
