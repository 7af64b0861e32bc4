import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { expect, test } from './qa.fixture.ts';

const PHONE = fileURLToPath(new URL('../flows/login-by-phone.flow.json', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'report-page-'));
test.afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Opens the page from disk. The list has everything that it asks for or complains about. */
const openFile = async (page: Page, file: string, hash = ''): Promise<readonly string[]> => {
  const seen: string[] = [];
  page.on('console', (message) => seen.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(?:data:|blob:|about:|$)/.test(request.url())) seen.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href + hash);
  return seen;
};

const download = async (page: Page, name: string): Promise<string> => {
  const share = page.getByRole('button', { name: 'Share' });
  const [file] = await Promise.all([page.waitForEvent('download'), share.click()]);
  expect(file.suggestedFilename()).toMatch(/\.report\.html$/);
  const path = join(scratch, name);
  await file.saveAs(path);
  await expect(share).toBeEnabled();
  return path;
};

const counter = (page: Page) => page.locator('output');
const screen = (page: Page) => page.frameLocator('iframe[title="The portal as it was"]');
const chart = (page: Page) => page.getByRole('region', { name: 'Drawing, scrolls' });
const pane = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Pane' }).getByRole('radio', { name, exact: true }).check();

test('Share in the viewer makes a page that opens from a file without a network: step, chart and screen, on a desktop and on a phone (INSP-04, INSP-05)', async ({
  checkout: { page },
  browser,
}) => {
  test.slow();
  await page.goto('/qa');
  await page.getByLabel('Open a recording').setInputFiles(PHONE);
  const file = await download(page, 'phone.html');

  const wide = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const desktop = await wide.newPage();
  const seen = await openFile(desktop, file);
  await expect(desktop.getByText('No divergence, no broken rule')).toBeVisible();
  await expect(desktop).toHaveTitle('login-by-phone · recording');
  await expect(counter(desktop)).toHaveText(/^(\d+) \/ \1$/);
  const [, last = ''] = (await counter(desktop).innerText()).split(' / ');
  await expect(desktop.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await expect(screen(desktop).locator('img').first()).toBeAttached();
  await desktop.getByRole('searchbox', { name: 'Find' }).fill('login.submit');
  await expect(counter(desktop)).toHaveText(/ \/ \d$/);
  await expect(screen(desktop).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(screen(desktop).getByRole('button', { includeHidden: true }).last()).toHaveCSS('display', /flex|grid/);
  await expect(chart(desktop).locator('[data-active="leaf"]').first()).toBeVisible();
  await expect(chart(desktop).locator('[data-lit]').first()).toBeAttached();
  await expect(desktop).toHaveURL(/#flow=login-by-phone&load=1&step=\d+&find=login\.submit$/);
  expect(seen).toEqual([`request: ${pathToFileURL(file).href}`]);
  const axe = new AxeModel(desktop);
  await axe.look('report');
  expect(axe.found).toEqual({});
  await wide.close();

  const narrow = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await narrow.newPage();
  const asked = await openFile(phone, file, '#flow=login-by-phone&load=1&step=3');
  await expect(counter(phone)).toHaveText(`3 / ${last}`);
  await phone.getByRole('button', { name: 'Forward' }).tap();
  await expect(counter(phone)).toHaveText(`4 / ${last}`);
  await expect(chart(phone).locator('[data-active="leaf"]').first()).toBeAttached();
  expect((await chart(phone).boundingBox())?.height).toBeGreaterThan(844 / 2);
  await pane(phone, 'Screen');
  await expect(screen(phone).locator('body')).toBeInViewport();
  await pane(phone, 'Messages');
  await expect(phone.locator('[aria-current="step"]')).toBeInViewport();
  expect(asked).toEqual([`request: ${pathToFileURL(file).href}`]);
  await narrow.close();
});

test('Share in the banner downloads the recording so far as a page without the account (INSP-02, INSP-04)', async ({
  checkout,
  player,
  browser,
}) => {
  await checkout.openTopUp(player);
  // The lab's lost network is not the tester's.
  await checkout.page.evaluate(() => window.portalQa?.lab.device.change({ offline: true }));
  const file = await download(checkout.page, 'banner.html');
  const html = readFileSync(file, 'utf8');
  for (const secret of [player.account, player.password]) expect(html).not.toContain(secret);
  const context = await browser.newContext();
  const reader = await context.newPage();
  await openFile(reader, file);
  await expect(reader.getByText('No divergence, no broken rule')).toBeVisible();
  await expect(screen(reader).locator('main[data-screen="recharge"]')).toBeVisible();
  await context.close();
});
