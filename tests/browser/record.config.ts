import { cpus } from 'node:os';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run qa record`: walks the portal and writes what its machines did to tests/flows. */
export default defineConfig({
  ...tests,
  testMatch: '**/*.record.ts',
  /** A project with a pattern of its own would add its tests. */
  projects: tests.projects?.filter(({ testMatch }) => testMatch === undefined) ?? [],
  /** On a busy machine, slow responses would become part of the recordings. */
  workers: cpus().length,
  reporter: [['list']],
});
