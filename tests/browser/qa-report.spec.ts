import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { expect, test } from './qa.fixture.ts';

const FLOW = fileURLToPath(new URL('../flows/login-by-phone.flow.json', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'report-page-'));
test.afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const openFile = async (page: Page, file: string): Promise<readonly string[]> => {
  const seen: string[] = [];
  page.on('console', (message) => seen.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(?:data:|about:)/.test(request.url())) seen.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  return seen;
};

const download = async (page: Page, name: string, click: () => Promise<void>): Promise<string> => {
  const waiting = page.waitForEvent('download');
  await click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/\.report\.html$/);
  const path = join(scratch, name);
  await file.saveAs(path);
  return path;
};

/** What a reader sees without the script. Styles and screens differ between a build and the command. */
const bodyOf = (file: string): string => /<body>(.*?)<script/s.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

const current = (page: Page) => page.locator('#steps [aria-current="step"]');
const screen = (page: Page) => page.frameLocator('iframe[title="The portal as it was"]');

test('INSP-04 INSP-05 · the viewer and npm run report make the same page, which opens from a file: by keyboard on a desktop, by touch on a phone, without a network', async ({
  checkout: { page },
  browser,
}) => {
  const written = join(scratch, 'written.html');
  const { status, stdout } = spawnSync(process.execPath, ['tests/report-flow.mjs', FLOW, written], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/written\.html \(\d+ kB\)\n$/);
  expect(status).toBe(0);
  await page.goto('/qa');
  await page.getByLabel('Open a recording').setInputFiles(FLOW);
  const share = page.getByRole('button', { name: 'Share' });
  const shared = await download(page, 'shared.html', () => share.click());
  expect(bodyOf(shared)).toBe(bodyOf(written));
  await expect(share).toBeEnabled();

  for (const file of [written, shared]) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const desktop = await context.newPage();
    const seen = await openFile(desktop, file);
    await expect(desktop.getByText('1 / 28')).toBeVisible();
    for (let step = 0; step < 5; step += 1) await desktop.keyboard.press('ArrowDown');
    await expect(desktop.getByText('6 / 28')).toBeVisible();
    await expect(desktop).toHaveURL(/#step-1-5$/);
    await desktop.getByLabel('Find a step').fill('login.submit');
    await current(desktop).evaluate((link) => link.scrollIntoView());
    await desktop
      .getByRole('link', { name: /login\.submit/ })
      .last()
      .click();
    await expect(screen(desktop).getByRole('heading', { level: 1 })).toBeVisible();
    const button = screen(desktop).getByRole('button', { includeHidden: true }).last();
    await expect(button).toHaveCSS('display', /flex|grid/);
    await desktop.getByRole('button', { name: 'Chart', exact: true }).click();
    await expect(desktop.locator('[data-pane] [data-active="leaf"]').first()).toBeVisible();
    await expect(desktop.locator('[data-pane] [data-lit]').first()).toBeAttached();
    await desktop.getByRole('button', { name: 'Machines' }).click();
    await expect(desktop.locator('[data-pane] .now').first()).toContainText('session');
    expect(seen).toEqual([`request: ${pathToFileURL(file).href}`]);
    await context.close();
  }

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  const seen = await openFile(phone, written);
  const axe = new AxeModel(phone);
  await phone.getByRole('button', { name: 'Next' }).tap();
  await phone.getByRole('button', { name: 'Next' }).tap();
  await phone.getByRole('button', { name: 'All steps, 3 / 28' }).tap();
  await axe.look('steps on a phone');
  await phone
    .getByRole('link', { name: /login\.submit/ })
    .first()
    .tap();
  await expect(current(phone)).toBeHidden();
  await expect(screen(phone).locator('input').first()).toBeInViewport();
  await axe.look('screen on a phone');
  await phone.getByRole('button', { name: 'Chart', exact: true }).tap();
  await axe.look('chart on a phone');
  await phone.setViewportSize({ width: 1280, height: 800 });
  await axe.look('desktop');
  expect(axe.found).toEqual({});
  // axe posts messages to frames; the sandbox of the screen gives it no origin.
  expect(seen.filter((line) => !line.includes("'postMessage'"))).toEqual([`request: ${pathToFileURL(written).href}`]);
  await context.close();
});

test('INSP-02 INSP-04 · Share in the banner downloads the recording so far as a page without the account', async ({
  checkout,
  player,
  browser,
}) => {
  await checkout.openTopUp(player);
  const { page } = checkout;
  const file = await download(page, 'banner.html', () => page.getByRole('button', { name: 'Share' }).click());
  const html = readFileSync(file, 'utf8');
  for (const secret of [player.account, player.password]) expect(html).not.toContain(secret);
  const context = await browser.newContext();
  const reader = await context.newPage();
  const seen = await openFile(reader, file);
  await expect(reader.getByText('Replays without a difference')).toBeVisible();
  await reader.locator('#steps .step > a').last().click();
  await expect(screen(reader).locator('main[data-screen="recharge"]')).toBeVisible();
  expect(seen).toEqual([`request: ${pathToFileURL(file).href}`]);
  await context.close();
});
