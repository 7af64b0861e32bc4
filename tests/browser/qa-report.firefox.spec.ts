import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
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
  const recording = join(folder, 'happy-path.flow.json');
  copyFileSync('tests/flows/happy-path.flow.json', recording);
  const written = spawnSync(process.execPath, ['tests/qa.mjs', recording], { encoding: 'utf8' });
  expect(written.status, written.stderr).toBe(0);
  await page.goto(pathToFileURL(report).href);
  const count = page.locator('output');
  await expect(count).toHaveText(/^(\d+) \/ \1$/);
  const screen = page.frameLocator('iframe');
  await expect(screen.getByRole('heading', { name: 'Delivered', exact: true })).toBeVisible();
  await expect(page.locator('[data-active="leaf"]').first()).toBeVisible();
  await page.getByRole('slider', { name: 'Step' }).fill('0');
  await page.getByRole('button', { name: 'Forward' }).click();
  await expect(page).toHaveURL(/&step=2$/);
  await page.getByRole('searchbox', { name: 'Find' }).pressSequentially('recharge order.confirm');
  const details = page.getByRole('complementary', { name: 'Message and context' });
  await expect(details.getByRole('button', { name: /order\.confirm/ }).first()).toBeVisible();
});
