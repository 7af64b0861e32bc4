import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
const FRAME = 'iframe[title="The portal as it was"]';
const screen = (page: Page) => page.frameLocator(FRAME);
const goTo = (page: Page, name: 'Back' | 'Next') => page.getByRole('button', { name, exact: true });

/** The scale of the frame, the distance between its center and the center of the page in px, and the width left beside it in px. */
const screenOnPage = (page: Page) =>
  page.locator(FRAME).evaluate((frame) => {
    const { left, width } = frame.getBoundingClientRect();
    const asWide = Number.parseFloat((frame as HTMLElement).style.width);
    return { scale: width / asWide, offset: Math.abs(left + width / 2 - innerWidth / 2), room: innerWidth - width };
  });

/** Goes through all steps and lists those whose chart is too small, or could be smaller and has an arrow outside the pane. */
const hiddenArrows = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const hidden: string[] = [];
    const pane = document.querySelector('[data-pane]');
    const next = document.querySelector<HTMLButtonElement>('[data-go="1"]');
    document.querySelector<HTMLElement>('.step > a')?.click();
    for (; pane && next; next.click()) {
      const svg = pane.querySelector('svg');
      const scale = (svg?.getBoundingClientRect().width ?? 0) / Number(svg?.getAttribute('width'));
      const around = pane.getBoundingClientRect();
      const arrows = [...pane.querySelectorAll('.arrow[data-lit]:not([data-earlier])')];
      const isOutside = arrows.some((arrow) => {
        const box = arrow.getBoundingClientRect();
        const isBeside = box.left < around.left - 1 || box.right > around.right + 1;
        return isBeside || box.top < around.top - 1 || box.bottom > around.bottom + 1;
      });
      if (scale < 0.39 || (isOutside && scale > 0.41)) hidden.push(`${location.hash} ${scale}`);
      if (next.disabled) break;
    }
    return hidden;
  });

test('the viewer and npm run report make the same page, which opens from a file: by keyboard on a desktop, by touch on a phone, without a network (INSP-04, INSP-05)', async ({
  checkout: { page },
  browser,
}) => {
  test.slow();
  const recording = join(scratch, 'phone.flow.json');
  copyFileSync(FLOW, recording);
  const written = join(scratch, 'phone.report.html');
  const { status, stdout } = spawnSync(process.execPath, ['tests/report-flow.mjs', recording], { encoding: 'utf8' });
  expect(stdout.startsWith(`${written} (`)).toBe(true);
  expect(status).toBe(0);
  await page.goto('/qa');
  await page.getByLabel('Open a recording').setInputFiles(FLOW);
  const share = page.getByRole('button', { name: 'Share' });
  const shared = await download(page, 'shared.html', () => share.click());
  expect(bodyOf(shared)).toBe(bodyOf(written));
  await expect(share).toBeEnabled();

  const wide = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const desktop = await wide.newPage();
  const requested = await openFile(desktop, shared);
  await expect(desktop.getByText('28 / 28')).toBeVisible();
  await expect(goTo(desktop, 'Next')).toBeDisabled();
  await desktop.keyboard.press('Home');
  await expect(desktop.getByText('1 / 28', { exact: true })).toBeVisible();
  await expect(goTo(desktop, 'Back')).toBeDisabled();
  await expect(goTo(desktop, 'Next')).toBeEnabled();
  await desktop.keyboard.press('End');
  await expect(goTo(desktop, 'Back')).toBeEnabled();
  await expect(desktop).toHaveURL(/#step-1-28$/);
  await desktop.evaluate(() => location.replace('#step-1-1'));
  await expect(desktop.getByText('1 / 28', { exact: true })).toBeVisible();
  for (let step = 0; step < 5; step += 1) await desktop.keyboard.press('ArrowDown');
  await expect(desktop.getByText('6 / 28')).toBeVisible();
  await expect(desktop).toHaveURL(/#step-1-6$/);
  await desktop.getByLabel('Find a step').fill('login.submit');
  await desktop.keyboard.press('End');
  await expect(desktop.getByText('6 / 28')).toBeVisible();
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
  const tips = desktop.locator('svg', { has: desktop.locator('#tip-lit') });
  expect(await tips.evaluate((svg) => svg.getClientRects().length), 'hidden, so arrows have no tips').toBe(1);
  await desktop.getByRole('button', { name: 'Machines' }).click();
  await expect(desktop.locator('[data-pane] .now').first()).toContainText('session');
  await desktop.getByLabel('Find a step').fill('');
  await desktop.getByRole('button', { name: 'Chart', exact: true }).click();
  await expect.poll(() => hiddenArrows(desktop)).toEqual([]);
  expect(requested).toEqual([`request: ${pathToFileURL(shared).href}`]);
  await wide.close();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  const seen = await openFile(phone, written);
  const axe = new AxeModel(phone);
  await expect(phone.locator('.flag').filter({ hasText: 'failed' })).not.toHaveCount(0);
  await expect.poll(async () => (await screenOnPage(phone)).offset).toBeLessThan(2);
  await expect.poll(async () => (await screenOnPage(phone)).room).toBeGreaterThanOrEqual(0);
  await phone.keyboard.press('Home');
  await goTo(phone, 'Next').tap();
  await goTo(phone, 'Next').tap();
  await phone.getByRole('button', { name: 'All steps, 3 / 28' }).tap();
  await axe.look('steps on a phone');
  await phone
    .getByRole('link', { name: /login\.submit/ })
    .first()
    .tap();
  await expect(current(phone)).toBeHidden();
  await expect(screen(phone).locator('input').first()).toBeInViewport();
  await axe.look('screen on a phone');
  const messages = phone.getByRole('region', { name: 'Messages of the step' });
  await expect(messages).toBeHidden();
  await phone.getByRole('button', { name: 'Messages' }).tap();
  await expect(messages.getByText('login.submit').first()).toBeInViewport();
  await expect(messages.locator('.taken').first()).toBeInViewport();
  await expect(phone.locator('[data-pane]')).toBeHidden();
  await axe.look('messages on a phone');
  await phone.getByRole('button', { name: 'Chart', exact: true }).tap();
  await axe.look('chart on a phone');
  await expect.poll(() => hiddenArrows(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Machines' }).tap();
  await expect
    .poll(() =>
      phone
        .locator('.machines li')
        .first()
        .evaluate(({ children: [path, state] }) => {
          const [above, below] = [path?.getBoundingClientRect(), state?.getBoundingClientRect()];
          return above && below && below.left === above.left && below.top >= above.bottom;
        }),
    )
    .toBe(true);
  await phone.getByRole('button', { name: 'Messages' }).tap();
  await phone.setViewportSize({ width: 1280, height: 800 });
  await expect(messages).toBeVisible();
  await expect(screen(phone).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Messages' })).toBeHidden();
  await axe.look('desktop');
  expect(axe.found).toEqual({});
  // axe posts messages to frames, and the sandboxed frame of the screen has no origin.
  expect(seen.filter((line) => !line.includes("'postMessage'"))).toEqual([`request: ${pathToFileURL(written).href}`]);
  await context.close();
});

test('Share in the banner downloads the recording so far as a page without the account (INSP-02, INSP-04)', async ({
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
  const verdict = reader.getByText('No divergence, no broken rule');
  const color = await verdict.evaluate((badge) => getComputedStyle(badge).color);
  const [, , hue] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  expect(hue, `${color} is no green`).toBeGreaterThan(200);
  await expect(screen(reader).locator('main[data-screen="recharge"]')).toBeVisible();
  await expect(reader.locator(FRAME)).toHaveCSS('transform', 'none');
  await reader.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await screenOnPage(reader)).scale).toBeCloseTo(0.5);
  await expect.poll(async () => (await screenOnPage(reader)).offset).toBeLessThan(2);
  await reader.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(async () => (await screenOnPage(reader)).room).toBeGreaterThanOrEqual(0);
  expect(seen).toEqual([`request: ${pathToFileURL(file).href}`]);
  await context.close();
});
