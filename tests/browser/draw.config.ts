import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run docs`: walks the portal and draws its screens. */
export default defineConfig({
  ...tests,
  testMatch: '**/*.draw.ts',
  /** A project with a pattern of its own would add its tests. */
  projects: tests.projects?.filter(({ testMatch }) => testMatch === undefined) ?? [],
  reporter: [['list']],
});
