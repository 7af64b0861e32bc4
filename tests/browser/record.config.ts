import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run record`: walks the portal and writes what its machines did to tests/flows. */
export default defineConfig({ ...tests, testMatch: '**/*.record.ts', reporter: [['list']] });
