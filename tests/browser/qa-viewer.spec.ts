import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { expect, test } from './qa.fixture.ts';

const FLOW = fileURLToPath(new URL('../flows/happy-path.flow.json', import.meta.url));

const step = (page: Page) => page.getByRole('slider', { name: 'Step' });
const counter = (page: Page) => page.locator('output');
const actors = (page: Page) => page.getByRole('navigation', { name: 'Actors' });

const openFlow = async (page: Page, file = FLOW): Promise<void> => {
  await page.goto('/qa');
  await page.getByLabel('Open a recording').setInputFiles(file);
  await expect(counter(page)).toHaveText(/^1 \/ \d+$/);
};

const end = async (page: Page): Promise<number> => {
  const last = Number(await step(page).getAttribute('max'));
  await step(page).fill(String(last));
  return last;
};

/** Whether one box is inside the other, with a tolerance of one pixel for rounding. */
const isInside = async (inner: Locator, outer: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()]);
  if (!a || !b) return false;
  return a.x >= b.x - 1 && a.y >= b.y - 1 && a.x + a.width <= b.x + b.width + 1 && a.y + a.height <= b.y + b.height + 1;
};

test('a recording in the viewer: charts, active states, the last transition, messages, context, by keyboard (INSP-05, INSP-03)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openFlow(page);
  const preview = page.frameLocator('iframe[title="The portal as it was"]');
  await expect(preview.locator('#app > *').first()).toBeAttached();
  const last = Number(await step(page).getAttribute('max'));
  const presses = 20;
  await step(page).fill(String(last - presses));
  await step(page).focus();
  for (let at = 0; at < presses; at += 1) await page.keyboard.press('ArrowRight');
  await expect(counter(page)).toHaveText(`${last + 1} / ${last + 1}`);
  await expect(step(page)).toBeFocused();
  await expect(preview.locator('[data-payment]')).toHaveAttribute('data-payment', 'delivered');

  const payment = actors(page).getByRole('button', { name: /^payment\./ });
  await expect(payment).toContainText('delivered');
  await payment.click();
  const chart = page.getByRole('region', { name: /^Chart of payment/ });
  await expect(chart.locator('[data-active="leaf"][data-state-id$="settled.delivered"]')).toBeVisible();
  const axe = new AxeModel(page);
  await axe.look('viewer, chart');
  expect(axe.found).toEqual({});
  const details = page.getByRole('complementary', { name: 'Message and context' });
  await step(page).focus();
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(details).toContainText(/following\.phase · order\.moved \[.+\] → following\.phase\.settled\./, {
      timeout: 500,
    });
  }).toPass();
  await details.getByRole('button', { name: /order\.moved/ }).click();
  await expect(chart.locator('[data-lit][data-moves*="payment.following.phase#"]').first()).toBeInViewport();
  await page.getByRole('radio', { name: 'Whole chart' }).check();
  await expect(chart.locator('[data-state-id="payment.following.phase.lastCheck"]')).toBeAttached();

  await actors(page)
    .getByRole('button', { name: /^session/ })
    .click();
  await expect(details).toContainText('It took none at this message.');
  const earlier = details.getByRole('region', { name: 'Earlier' });
  await expect(earlier.getByRole('listitem')).not.toHaveCount(0);
  const cause = await earlier.getByRole('button', { name: /, [\d.]+ s$/ }).innerText();
  await earlier.getByRole('button', { name: cause, exact: true }).click();
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(cause.replace(/, [\d.]+ s$/, ''));
  await expect(earlier).toHaveCount(0);
  await expect(details).not.toContainText('It took none at this message.');

  const drawing = page.getByRole('region', { name: 'Drawing, scrolls' });
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect.poll(() => isInside(drawing.locator('svg'), drawing)).toBe(true);
  const messages = page.getByRole('region', { name: 'Messages between actors' });
  const row = messages.locator('[aria-current="step"]');
  const panel = await messages.boundingBox();
  const top = panel?.y ?? 0;
  const height = panel?.height ?? 0;
  for (const part of [0.3, 0.8]) {
    await step(page).fill(String(Math.floor(last * part)));
    await expect(row.locator('[data-label]')).toBeInViewport({ ratio: 0.9 });
    await expect(async () => {
      const y = (await row.boundingBox())?.y ?? 0;
      expect(y).toBeGreaterThan(top + height * 0.25);
      expect(y).toBeLessThan(top + height * 0.75);
    }).toPass();
  }
  await expect(actors(page).locator('[data-receiver]')).toBeInViewport();
  const before = await counter(page).innerText();
  await messages.getByRole('button').first().press('Enter');
  await expect(counter(page)).not.toHaveText(before);
});

test('without a recording no control is covered; a file that is not one is refused; a changed one shows where the machines diverge (INSP-05, INSP-03)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/qa');
  await expect(async () => {
    const title = await page.getByRole('heading', { name: 'Nothing to show yet' }).boundingBox();
    const toolbar = await page.getByRole('slider', { name: 'Step' }).boundingBox();
    expect(title?.y).toBeGreaterThan((toolbar?.y ?? Number.NaN) + (toolbar?.height ?? Number.NaN));
  }).toPass();
  const axe = new AxeModel(page);
  await axe.look('viewer, empty');
  expect(axe.found).toEqual({});
  const last = page.getByRole('main').getByRole('listitem').last();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });

  const drop = async (text: string): Promise<void> => {
    const data = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'dropped.json', { type: 'application/json' }));
      return transfer;
    }, text);
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer: data });
  };
  await drop('{"hello":1}');
  await expect(page.getByRole('alert')).toContainText('not a recording of the portal');
  const lines = readFileSync(FLOW, 'utf8').split('\n');
  await drop(lines.filter((line) => !line.includes('"item.pick"')).join('\n'));
  await expect(page.getByRole('alert')).toContainText(/First finding \(chart\): .*recorded .*, now /);
  await expect(counter(page)).toHaveText(/^(\d+) \/ \1$/);
  await expect(step(page)).toBeEnabled();
});

test('the viewer fits a narrow page; on a phone each pane fits it, and a step does not scroll it (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await openFlow(page);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('[data-active="leaf"]').first()).toBeAttached();
  await end(page);
  const panes = {
    Screen: page.frameLocator('iframe[title="The portal as it was"]').locator('[data-payment="delivered"]'),
    Details: page.getByRole('complementary', { name: 'Message and context' }).getByRole('heading', { level: 2 }),
    Messages: page.getByRole('region', { name: 'Messages between actors' }).locator('[aria-current="step"]'),
    Actors: actors(page).locator('[data-receiver]'),
    Chart: page.locator('[data-active="leaf"]').first(),
  };
  for (const [name, shown] of Object.entries(panes)) {
    await page.getByRole('group', { name: 'Pane' }).getByRole('radio', { name, exact: true }).check();
    await expect(shown).toBeInViewport();
    await expect
      .poll(() => page.evaluate(() => [window.scrollX, window.scrollY, document.documentElement.scrollWidth]))
      .toEqual([0, 0, 390]);
  }
});

test('the largest machine stays legible, with what is active in the middle; the map leads to the rest (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openFlow(page);
  await end(page);
  await page.getByRole('searchbox', { name: 'Find' }).fill('to:recharge type:order.confirm');
  await expect(page.getByRole('status').filter({ hasText: /of \d+ messages/ })).toBeVisible();
  const drawing = page.getByRole('region', { name: 'Drawing, scrolls' });
  await page.getByRole('radio', { name: 'Whole chart' }).check();
  // Only the whole chart has this state; the previous drawing remains until the new layout is ready.
  await expect(drawing.locator('[data-state-id$=".server.maintenance"]').first()).toBeAttached();
  const note = drawing.locator('svg').locator('text').filter({ hasText: 'order.confirm' }).first();
  const size = (): Promise<number> =>
    note.evaluate((text) => {
      const { a = 1 } = (text as SVGTextElement).getScreenCTM() ?? {};
      return Number.parseFloat(getComputedStyle(text).fontSize) * a;
    });
  await expect.poll(size).toBeGreaterThanOrEqual(10);
  const middle = (start = 0, length = 0): number => start + length / 2;
  await expect(async () => {
    const pane = await drawing.boundingBox();
    const lit = await drawing.locator('[data-lit]').last().boundingBox();
    expect(Math.abs(middle(lit?.x, lit?.width) - middle(pane?.x, pane?.width))).toBeLessThan(3);
    expect(Math.abs(middle(lit?.y, lit?.height) - middle(pane?.y, pane?.height))).toBeLessThan(3);
  }).toPass();

  const map = page.locator('[data-map]');
  const part = map.locator('[data-part]');
  await expect(part).toBeVisible();
  const box = await map.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 2, (box?.y ?? 0) + 2);
  await expect.poll(() => drawing.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])).toEqual([0, 0]);
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 2);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 2 });
  await page.mouse.up();
  await expect(async () => {
    const [x, y] = await drawing.evaluate((node) => [
      (node.scrollLeft + node.clientWidth / 2) / node.scrollWidth,
      (node.scrollTop + node.clientHeight / 2) / node.scrollHeight,
    ]);
    expect(Math.abs((x ?? 0) - 0.5)).toBeLessThan(0.02);
    expect(Math.abs((y ?? 0) - 0.5)).toBeLessThan(0.02);
  }).toPass({ timeout: 10_000 });
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect(map).toHaveCount(0);
});

test('a query and panes of other sizes keep the moment; a reload keeps file, place, query and sizes (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openFlow(page);
  const last = await end(page);
  const moment = page.getByRole('complementary', { name: 'Message and context' }).getByRole('heading', { level: 2 });
  const before = await moment.innerText();
  const find = page.getByRole('searchbox', { name: 'Find' });
  await find.fill('actor:payment type:order.*');
  await expect(page.getByRole('status').filter({ hasText: /of \d+ messages/ })).toBeVisible();
  await find.fill('no such message');
  await expect(page.getByRole('status').filter({ hasText: 'No message matches' })).toBeVisible();
  await find.fill('');
  await step(page).fill(String(last));
  await expect(moment).toHaveText(before);

  await step(page).fill(String(last - 3));
  await find.fill('to:payment');
  const shown = await counter(page).innerText();
  await expect(page).toHaveURL(/#flow=.*&find=to%3Apayment$/);
  await expect(page).toHaveURL(new RegExp(`&step=${shown.split(' ')[0]}&`));

  const splitter = (name: string) => page.getByRole('separator', { name });
  const size = async (name: string): Promise<number> => Number(await splitter(name).getAttribute('aria-valuenow'));
  const chart = page.getByRole('region', { name: /^Chart of/ });
  const width = async (): Promise<number> => (await chart.boundingBox())?.width ?? 0;
  const narrow = await width();
  await splitter('Size of the actors').press('Enter');
  await expect(actors(page)).toBeHidden();
  await expect.poll(width).toBeGreaterThan(narrow + 200);
  const wide = await width();
  await splitter('Size of message and context').press('ArrowRight');
  await expect.poll(width).toBe(wide + 24);
  const messages = await size('Size of the messages');
  const box = await splitter('Size of the messages').boundingBox();
  await page.mouse.move(600, (box?.y ?? 0) + 1);
  await page.mouse.down();
  await page.mouse.move(600, (box?.y ?? 0) - 99, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => size('Size of the messages')).toBe(messages + 100);
  await page.reload();
  await expect(counter(page)).toHaveText(shown);
  await expect(find).toHaveValue('to:payment');
  await expect.poll(width).toBe(wide + 24);
  await expect.poll(() => size('Size of the messages')).toBe(messages + 100);
  await splitter('Size of the actors').press('Enter');
  await expect(actors(page)).toBeVisible();
});

test('viewer and lab have the theme of the system, until a switch selects one for both, and not for the portal (INSP-05, INSP-06)', async ({
  checkout: { page },
}) => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const choose = (name: string) => page.getByRole('group', { name: 'Theme of this page' }).getByLabel(name).check();
  await page.emulateMedia({ colorScheme: 'light' });
  await openFlow(page);
  expect(await scheme()).toBe('light');
  const preview = page.frameLocator('iframe[title="The portal as it was"]');
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'light');
  await choose('Dark');
  expect(await scheme()).toBe('dark');
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(preview.locator('#app > *').first()).toBeAttached();
  await page.goto('/qa-lab');
  expect(await scheme()).toBe('dark');
  const axe = new AxeModel(page);
  await axe.look('lab without a portal');
  expect(axe.found).toEqual({});
  await page.emulateMedia({ colorScheme: 'light' });
  await choose('As the system');
  expect(await scheme()).toBe('light');
  await choose('Dark');
  await page.goto('/');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(null);
});

test('live: the viewer next to the portal follows it (INSP-05)', async ({ checkout, player }) => {
  await checkout.openTopUp(player);
  const { page } = checkout;
  const [viewer] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Watch live' }).click(),
  ]);
  await expect(actors(viewer).getByRole('button', { name: /^recharge/ })).toContainText('server');
  await page.bringToFront();
  await checkout.chooseRole();
  await expect(actors(viewer).getByRole('button', { name: /^recharge/ })).toContainText('items');

  const messages = async (): Promise<number> => Number((await counter(viewer).innerText()).split(' / ')[1]);
  const before = await messages();
  await page.reload();
  const load = viewer.getByRole('combobox', { name: 'Page load' });
  await expect(load).toHaveValue('2');
  await load.selectOption('1');
  expect(await messages()).toBeGreaterThanOrEqual(before);
  await expect(viewer.getByRole('checkbox', { name: 'Follow' })).not.toBeChecked();
  await expect(actors(viewer).getByRole('button', { name: /^recharge/ })).toContainText('items');
  await load.selectOption('2, live');
  await expect(viewer.getByRole('checkbox', { name: 'Follow' })).toBeChecked();
});

test('a link to one screen of the gallery opens it in its language and theme, and leads to its step in the viewer (INSP-06, INSP-05)', async ({
  checkout: { page },
}) => {
  await page.goto('/qa-gallery?machine=payment&screen=overdue&lang=th-TH&theme=light');
  await expect(page.getByRole('status')).toHaveText('1 of 1 screens');
  const overdue = page.frameLocator('iframe[title="payment: overdue"]');
  await expect(overdue.locator('[data-payment="overdue"]')).toBeVisible();
  await expect(overdue.locator('html')).toHaveAttribute('lang', 'th-TH');
  await expect(overdue.locator('html')).toHaveAttribute('data-theme', 'light');
  const axe = new AxeModel(page);
  await axe.look('gallery');
  expect(axe.found).toEqual({});
  await page.getByLabel('Language').selectOption('ja-JP');
  await expect(overdue.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(overdue.getByRole('heading', { level: 2, name: 'お支払い期限が過ぎました' })).toBeVisible();
  await expect(page).toHaveURL('/qa-gallery?machine=payment&screen=overdue&lang=ja-JP&theme=light');
  await page.getByRole('link', { name: /payment overdue in the viewer$/ }).click();
  await expect(
    actors(page)
      .getByRole('button', { name: /^payment\./ })
      .filter({ hasText: 'lapsed' }),
  ).toBeVisible();

  await page.goto('/qa-gallery?machine=list&screen=hot+news+empty&theme=pink');
  await expect(page.getByRole('alert')).toHaveText('The URL has names that do not exist: theme=pink.');
  const empty = page.frameLocator('iframe[title="list: hot news empty"]').locator('#news [role="status"]');
  await expect(empty).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goto('/qa#flow=from+a+ticket&load=1&step=12');
  await expect(page.getByRole('alert')).toContainText('refers to the recording "from a ticket". Open its file');
});
