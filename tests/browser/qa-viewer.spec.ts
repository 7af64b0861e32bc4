import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { expectEffects } from './models/controls.model.ts';
import { expect, test } from './qa.fixture.ts';

const FLOW = fileURLToPath(new URL('../flows/happy-path.flow.json', import.meta.url));

const step = (page: Page) => page.getByRole('slider', { name: 'Step' });
const counter = (page: Page) => page.locator('output');
const actors = (page: Page) => page.getByRole('navigation', { name: 'Actors' });
const find = (page: Page) => page.getByRole('searchbox', { name: 'Find' });
const details = (page: Page) => page.getByRole('complementary', { name: 'Message and context' });
const message = (page: Page) => details(page).getByRole('heading', { level: 2 });
const screen = (page: Page) => page.frameLocator('iframe[title="The portal as it was"]');
const drawing = (page: Page) => page.getByRole('region', { name: 'Drawing, scrolls' });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name, exact: true });
const positionOf = async (page: Page): Promise<number> => Number((await counter(page).innerText()).split(' / ')[0]);

/** Opens a recording without a finding, which opens at its end; returns the number of its steps. */
const openFlow = async (page: Page, file = FLOW): Promise<number> => {
  await page.goto('/qa');
  await page.getByLabel('Open a recording').setInputFiles(file);
  await expect(counter(page)).toHaveText(/^(\d+) \/ \1$/);
  return positionOf(page);
};

const scrollWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** Whether one box is inside the other, with a tolerance of one pixel for rounding. */
const isInside = async (inner: Locator, outer: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()]);
  if (!a || !b) return false;
  return a.x >= b.x - 1 && a.y >= b.y - 1 && a.x + a.width <= b.x + b.width + 1 && a.y + a.height <= b.y + b.height + 1;
};

test('a recording in the viewer: screen, charts, active states, the last transition, messages, context, by keyboard (INSP-05, INSP-03)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const last = await openFlow(page);
  await expect(screen(page).locator('[data-payment]')).toHaveAttribute('data-payment', 'delivered');

  const payment = actors(page).getByRole('button', { name: /^payment\./ });
  await expect(payment).toContainText('delivered');
  await payment.click();
  const chart = page.getByRole('region', { name: /^Chart of payment/ });
  await expect(chart.locator('[data-active="leaf"][data-state-id$="settled.delivered"]')).toBeVisible();
  const axe = new AxeModel(page);
  await axe.look('viewer, chart');
  expect(axe.found).toEqual({});
  await step(page).focus();
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(details(page)).toContainText(/following\.phase · order\.moved \[.+\] → following\.phase\.settled\./, {
      timeout: 500,
    });
  }).toPass();
  await expect(step(page)).toBeFocused();
  await details(page)
    .getByRole('button', { name: /order\.moved/ })
    .click();
  const lit = chart.locator('[data-lit][data-moves*="payment.following.phase#"]').first();
  await expect(lit).toBeInViewport();
  await expect(lit).toContainText(/\d\. order\.moved/);
  await page.getByRole('radio', { name: 'Whole chart' }).check();
  await expect(chart.locator('[data-state-id="payment.following.phase.lastCheck"]')).toBeAttached();

  await actors(page)
    .getByRole('button', { name: /^session/ })
    .click();
  await expect(details(page)).toContainText('It took none at this message.');
  const earlier = details(page).getByRole('region', { name: 'Earlier' });
  await expect(earlier.getByRole('listitem')).not.toHaveCount(0);
  const cause = await earlier.getByRole('button', { name: /, [\d.]+ s$/ }).innerText();
  await earlier.getByRole('button', { name: cause, exact: true }).click();
  await expect(message(page)).toHaveText(cause.replace(/, [\d.]+ s$/, ''));
  await expect(earlier).toHaveCount(0);
  await expect(details(page)).not.toContainText('It took none at this message.');

  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect.poll(() => isInside(drawing(page).locator('svg'), drawing(page))).toBe(true);
  const messages = page.getByRole('region', { name: 'Messages between actors' });
  const row = messages.locator('[aria-current="step"]');
  for (const part of [0.3, 0.8]) {
    await step(page).fill(String(Math.floor(last * part)));
    await expect(row.locator('[data-label]')).toBeInViewport({ ratio: 0.9 });
  }
  await expect(actors(page).locator('[data-receiver]')).toBeInViewport();

  await message(page).click();
  const before = await positionOf(page);
  for (const key of ['j', 'ArrowRight', 'k']) await page.keyboard.press(key);
  await expect.poll(() => positionOf(page)).toBe(before + 1);
  await page.keyboard.press('/');
  await expect(find(page)).toBeFocused();
  await page.keyboard.type('?jk');
  await expect(find(page)).toHaveValue('?jk');
  await expect.poll(() => positionOf(page)).toBe(before + 1);
});

test('the timeline leads to messages, screens and page loads, and each control of the viewer has an effect (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/qa#flow=reload&load=1&step=1');
  await expect(counter(page)).toHaveText(/^1 \/ /);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const mark = (name: RegExp | string) => timeline.getByRole('button', { name }).first();
  await mark(/^Call login, answered after/).click();
  await expect(message(page)).toHaveText('xstate.done.actor.login');
  const now = timeline.locator('[data-now]');
  const before = (await now.boundingBox())?.x ?? 0;
  await mark('Screen recharge: confirm').click();
  await expect(mark('Screen recharge: confirm')).toHaveAttribute('aria-current', 'true');
  await expect(screen(page).locator('[data-screen="recharge"] [data-state]').first()).toHaveAttribute(
    'data-state',
    'confirm',
  );
  await expect.poll(async () => (await now.boundingBox())?.x).toBeGreaterThan(before);
  await mark(/^Page load 2/).click();
  await expect(page).toHaveURL(/&load=2&step=1$/);
  await page.getByRole('combobox', { name: 'Page load' }).selectOption('0');
  await expect(page).toHaveURL(/&load=1&step=1$/);
  await expectEffects(page, 'button', ['Forward', 'Back']);
  await expectEffects(page, 'slider', ['Step']);
  await expectEffects(page, 'radio', ['Whole chart', 'Active part']);
  await expectEffects(page, 'button', ['Larger', 'Smaller', 'Fit']);
  await expectEffects(page, 'checkbox', ['Chart of the receiver', 'Whole context', 'Include calls']);
  await expectEffects(page, 'radio', ['Chart', 'Screen', 'Both']);
});

test('without a recording no control is covered; a file that is not one is refused; a changed one opens where the machines diverge (INSP-05, INSP-03)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/qa');
  const axe = new AxeModel(page);
  await expect(page.getByRole('main')).toBeVisible();
  await axe.look('viewer, empty');
  expect(axe.found).toEqual({});
  const last = page.getByRole('main').getByRole('listitem').last();
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
  expect((await drawing(page).boundingBox())?.height).toBeGreaterThan(844 / 2);
});

test('the viewer fits a narrow page; on a phone each pane fits it, and a step does not scroll it (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await openFlow(page);
  await expect.poll(() => scrollWidth(page)).toBeLessThanOrEqual(820);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('[data-active="leaf"]').first()).toBeAttached();
  const panes = {
    Screen: screen(page).locator('[data-payment="delivered"]'),
    Details: message(page),
    Messages: page.getByRole('region', { name: 'Messages between actors' }).locator('[aria-current="step"]'),
    Actors: actors(page).locator('[data-receiver]'),
    Chart: page.locator('[data-active="leaf"]').first(),
  };
  const choice = page.getByRole('group', { name: 'Pane' });
  for (const [name, shown] of Object.entries(panes)) {
    await choice.getByRole('radio', { name, exact: true }).check();
    await expect(shown).toBeInViewport();
    await expect
      .poll(() => page.evaluate(() => [window.scrollX, window.scrollY, document.documentElement.scrollWidth]))
      .toEqual([0, 0, 390]);
  }
  const box = await choice.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(844 - 16);
});

test('a query keeps the moment; a reload, and another tab in between, keep file, place and query (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const last = await openFlow(page);
  const before = await message(page).innerText();
  await find(page).fill('no such message');
  await expect(page.getByRole('status').filter({ hasText: 'No message matches' })).toBeVisible();
  await find(page).fill('');
  await expect(message(page)).toHaveText(before);

  await step(page).fill(String(last - 3));
  await find(page).fill('payment');
  const shown = await counter(page).innerText();
  await expect(page).toHaveURL(new RegExp(`#flow=.*&step=${shown.split(' ')[0]}&find=payment$`));
  await page.reload();
  await expect(counter(page)).toHaveText(shown);
  await tab(page, 'Gallery').click();
  await expect(page).toHaveURL('/qa?tab=gallery');
  await tab(page, 'Recording').click();
  await expect(counter(page)).toHaveText(shown);
  await expect(find(page)).toHaveValue('payment');
  await page.goBack();
  await expect(tab(page, 'Gallery')).toHaveAttribute('aria-current', 'page');
});

test('the page and the screens in it have the theme of the system, and not that of the portal (INSP-05, INSP-06)', async ({
  checkout: { page },
}) => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await openFlow(page);
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await scheme()).toBe(colorScheme);
    await expect(screen(page).locator('html')).toHaveAttribute('data-theme', colorScheme);
  }
  await page.goto('/qa?tab=lab');
  expect(await scheme()).toBe('dark');
  const axe = new AxeModel(page);
  await expect(page.getByRole('main')).toBeVisible();
  await axe.look('lab without a portal');
  expect(axe.found).toEqual({});
});

test('live: the page next to the portal follows it, and opens what it has recorded (INSP-05)', async ({
  checkout,
  player,
}) => {
  await checkout.openTopUp(player);
  const { page } = checkout;
  const viewer = await checkout.opened(page.getByRole('link', { name: 'Live', exact: true }).click());
  await expect(actors(viewer).getByRole('button', { name: /^recharge/ })).toContainText('server');
  await page.bringToFront();
  await checkout.chooseRole();
  await expect(actors(viewer).getByRole('button', { name: /^recharge/ })).toContainText('items');

  const follow = viewer.getByRole('checkbox', { name: 'Follow' });
  await expect(follow).toBeChecked();
  await viewer.getByRole('button', { name: 'Back' }).click();
  await expect(follow).not.toBeChecked();
  await follow.check();
  await page.reload();
  await expect(counter(viewer)).toHaveText(/^(\d+) \/ \1$/);

  await tab(viewer, 'Recording').click();
  await viewer.getByRole('button', { name: 'Open what the portal has recorded so far' }).click();
  await expect(viewer.getByText('No divergence, no broken rule')).toBeVisible();
  await expect(viewer.getByRole('combobox', { name: 'Page load' }).locator('option')).not.toHaveCount(1);
});

test('a link to one screen of the gallery opens it in its language and the theme of the page, and leads to its step in the viewer (INSP-06, INSP-05)', async ({
  checkout: { page },
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/qa?tab=gallery&machine=payment&screen=overdue&lang=th-TH');
  await expect(page.getByRole('status')).toHaveText('1 of 1 screens');
  const overdue = page.frameLocator('iframe[title="payment: overdue"]');
  await expect(overdue.locator('[data-payment="overdue"]')).toBeVisible();
  await expect(overdue.locator('html')).toHaveAttribute('lang', 'th-TH');
  await expect(overdue.locator('html')).toHaveAttribute('data-theme', 'light');
  const frame = await page.locator('iframe[title="payment: overdue"]').boundingBox();
  expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeLessThanOrEqual(390);
  const axe = new AxeModel(page);
  await axe.look('gallery');
  expect(axe.found).toEqual({});
  await page.getByLabel('Language').selectOption('ja-JP');
  await expect(overdue.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(overdue.getByRole('heading', { level: 2, name: 'お支払い期限が過ぎました' })).toBeVisible();
  await expect(page).toHaveURL('/qa?tab=gallery&machine=payment&screen=overdue&lang=ja-JP');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: /payment overdue in the viewer$/ }).click();
  await expect(
    actors(page)
      .getByRole('button', { name: /^payment\./ })
      .filter({ hasText: 'lapsed' }),
  ).toBeVisible();

  await page.goto('/qa?tab=gallery&machine=list&screen=hot+news+empty');
  const empty = page.frameLocator('iframe[title="list: hot news empty"]').locator('#news [role="status"]');
  await expect(empty).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expectEffects(page, 'combobox', ['Screen', 'Machine']);
  await page.goto('/qa#flow=from+a+ticket&load=1&step=12');
  await expect(page.getByRole('alert')).toContainText('refers to the recording "from a ticket". Open its file');
});
