import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

test('a report opens from a file in Firefox: screens, charts and messages step by step (INSP-04, INSP-05)', async ({
  checkout,
}) => {
  // Another process writes the report before Firefox opens it.
  test.slow();
  const { page } = checkout;
  const report = join(folder, 'happy-path.report.html');
  const written = spawnSync(process.execPath, ['tests/report-flow.mjs', 'tests/flows/happy-path.flow.json', report], {
    encoding: 'utf8',
  });
  expect(written.status, written.stderr).toBe(0);
  await page.goto(pathToFileURL(report).href);
  const count = page.locator('[data-count]');
  const steps = await page.locator('.step').count();
  await expect(count).toHaveText(`${steps} / ${steps}`);
  const screen = page.frameLocator('iframe');
  await expect(screen.getByRole('heading', { name: 'Delivered', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await expect(page.locator('[data-pane] [data-active="leaf"]').first()).toBeVisible();
  await page.keyboard.press('Home');
  await expect(count).toHaveText(`1 / ${steps}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/#step-1-2$/);
  await page.getByLabel('Find a step').fill('order.confirm');
  await page
    .getByRole('link', { name: /order\.confirm/ })
    .first()
    .click();
  await expect(page.locator('[data-detail] .taken').first()).toContainText('order.confirm');
});
