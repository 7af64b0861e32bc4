import type { Page } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { expect, test } from './qa.fixture.ts';

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const lane = (page: Page, name: string) => timeline(page).getByRole('listbox', { name });
const counter = (page: Page) => page.locator('output');
const message = (page: Page) =>
  page.getByRole('complementary', { name: 'Message and context' }).getByRole('heading', { level: 2 });
const find = (page: Page) => page.getByRole('searchbox', { name: 'Find' });

const positionOf = async (page: Page): Promise<number> => Number((await counter(page).innerText()).split(' / ')[0]);

test('the timeline shows page loads, screens and calls, and leads to their messages (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/qa#flow=reload&load=1&step=1');
  await expect(counter(page)).toHaveText(/^1 \/ /);
  await expect(lane(page, 'Page loads').getByRole('option')).toHaveCount(2);
  await expect(
    lane(page, 'Calls')
      .getByRole('option', { name: /^Call readOrder, answered/ })
      .first(),
  ).toBeAttached();

  await lane(page, 'Calls')
    .getByRole('option', { name: /^Call login, answered after/ })
    .click();
  await expect(message(page)).toHaveText('xstate.done.actor.login');
  const now = timeline(page).locator('[data-now]');
  const before = (await now.boundingBox())?.x ?? 0;
  await lane(page, 'Screens').getByRole('option', { name: 'Screen recharge: confirm' }).click();
  await expect(lane(page, 'Screens').locator('[aria-selected="true"]')).toHaveAccessibleName(
    'Screen recharge: confirm',
  );
  await expect(
    page.frameLocator('iframe[title="The portal as it was"]').locator('[data-screen="recharge"] [data-state]').first(),
  ).toHaveAttribute('data-state', 'confirm');
  await expect.poll(async () => (await now.boundingBox())?.x).toBeGreaterThan(before);

  await lane(page, 'Page loads')
    .getByRole('option', { name: /^Page load 2/ })
    .click();
  await expect(page).toHaveURL(/&load=2&step=1$/);
  await lane(page, 'Calls')
    .getByRole('option', { name: /^Call createOrder/ })
    .first()
    // A call of a few milliseconds may lie under the next one, depending on the times of the recording. Arrow keys reach both.
    .dispatchEvent('click');
  await expect(message(page)).toHaveText('xstate.done.actor.createOrder');
  await expect(page).toHaveURL(/&load=1&/);
  await lane(page, 'Page loads').press('ArrowRight');
  const active = lane(page, 'Page loads').getByRole('option', { name: /^Page load 2/ });
  await expect(lane(page, 'Page loads')).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? 'none',
  );
  await lane(page, 'Page loads').press('Enter');
  await expect(page).toHaveURL(/&load=2&step=1$/);
});

test('the timeline zooms at the mouse, shows the screen of a moment and goes to the nearest message (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/qa#flow=happy-path&load=1&step=1');
  const login = lane(page, 'Calls').getByRole('option', { name: /^Call login/ });
  const box = async () => (await login.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect(login).toBeVisible();
  const small = await box();
  await page.mouse.move(small.x + 1, small.y + 3);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await box()).width).toBeGreaterThan(small.width * 4);
  await expect.poll(async () => Math.abs((await box()).x - small.x)).toBeLessThan(8);
  await page.getByRole('button', { name: 'Fit the timeline' }).click();
  await expect.poll(async () => (await box()).width).toBeCloseTo(small.width, 0);

  const awaiting = lane(page, 'Screens').getByRole('option', { name: 'Screen redirect-payment: awaiting' });
  const messages = await timeline(page).getByText('Messages', { exact: true }).boundingBox();
  const there = await awaiting.boundingBox();
  const x = (there?.x ?? 0) + (there?.width ?? 0) / 2;
  await page.mouse.move(x, (messages?.y ?? 0) + 4);
  await expect(page.getByText(/^\d+\.\d\d s redirect-payment: awaiting$/)).toBeVisible();
  const preview = page.frameLocator('iframe[title="The portal at that time"]');
  await expect(preview.locator('[data-payment="unpaid"]').first()).toBeAttached();
  await page.mouse.click(x, (messages?.y ?? 0) + 4);
  await expect(awaiting).toHaveAttribute('aria-selected', 'true');
});

test('the keyboard map: steps, page loads, play, search, zoom, panes and its own list (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/qa#flow=reload&load=1&step=10');
  await expect(counter(page)).toHaveText(/^10 \/ /);
  const press = (keys: string) => page.keyboard.press(keys);
  await press('j');
  await press('ArrowRight');
  await expect.poll(() => positionOf(page)).toBe(12);
  await press('k');
  await expect.poll(() => positionOf(page)).toBe(11);

  await press('/');
  await expect(find(page)).toBeFocused();
  // The text starts with a question mark, because the order number of the recording may contain the other characters.
  await page.keyboard.type('?jk1');
  await expect(find(page)).toHaveValue('?jk1');
  await expect.poll(() => positionOf(page)).toBe(11);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await find(page).fill('');
  await find(page).blur();

  await press('p');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await press('p');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await press('Shift+J');
  await expect(page).toHaveURL(/&load=2&step=1$/);
  await press('Shift+K');
  await expect(page).toHaveURL(/&load=1&step=1$/);

  const zoomOut = page.getByRole('button', { name: 'Zoom out of the timeline' });
  await press('+');
  await expect(zoomOut).toBeEnabled();
  await press('0');
  await expect(zoomOut).toBeDisabled();
  const svg = page.getByRole('region', { name: 'Drawing, scrolls' }).getByRole('img');
  const width = async (): Promise<number> => (await svg.boundingBox())?.width ?? 0;
  await expect(svg).toBeVisible();
  const usual = await width();
  await press('i');
  await expect.poll(width).toBeGreaterThan(usual * 1.2);
  await press('f');
  const pane = await page.getByRole('region', { name: 'Drawing, scrolls' }).boundingBox();
  await expect.poll(width).toBeLessThanOrEqual(pane?.width ?? 0);

  for (const [key, part] of [
    ['1', page.getByRole('navigation', { name: 'Actors' })],
    ['2', find(page)],
    ['3', message(page)],
    ['4', timeline(page)],
  ] as const) {
    await press(key);
    await expect(part).toBeHidden();
    await press(key);
    await expect(part).toBeVisible();
  }
  await press('2');
  await press('/');
  await expect(find(page)).toBeFocused();
  await find(page).blur();
  const screen = page.locator('iframe[title="The portal as it was"]');
  await press('s');
  await expect(svg).toHaveCount(0);
  await press('s');
  await expect(screen).toHaveCount(0);

  const axe = new AxeModel(page);
  await press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByText('Next page load')).toBeVisible();
  await axe.look('keys');
  expect(axe.found).toEqual({});
  await press('j');
  await press('Escape');
  await expect(keys).toHaveCount(0);
  await expect.poll(() => positionOf(page)).toBe(1);
});
