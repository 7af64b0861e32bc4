import { expect, type Locator } from '@playwright/test';
import { newGate } from '../support/machines/gate.ts';
import { test } from './portal.fixture.ts';

const ENTRY = /\/assets\/start-[\w-]+\.js$/;

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not drawn');
  return box;
};

for (const [device, viewport, locale] of [
  ['a phone with longer texts', { width: 390, height: 844 }, 'de-DE'],
  ['a desktop', { width: 1280, height: 800 }, 'en-US'],
] as const)
  test(`the shell draws the pictures of login and home, the card of the login and the first question of the top-up on ${device} before the code arrives, where the page draws them`, async ({
    checkout,
    player,
    expectedErrors,
  }) => {
    const { page } = checkout;
    expectedErrors.push(/net::ERR_FAILED|Failed to fetch dynamically/);
    await page.setViewportSize(viewport);
    await page.addInitScript((tag) => localStorage.setItem('i18nextLng', tag), locale);
    for (const [path, shell, selector] of [
      ['/login', '.shell-scene', '[data-screen=login] img'],
      ['/login', '.shell-page', '[data-screen=login] section'],
      ['/main/home', '.shell-scene', '[data-screen=home] [data-theme=dark]'],
      ['/main/recharge', '.shell-page > :nth-child(2)', '[aria-current=step]:has(h2)'],
    ] as const) {
      await page.route(ENTRY, (route) => route.abort());
      if (path === '/main/home') await checkout.enterAgain(player, path);
      else await checkout.open(path);
      const expected = await boxOf(page.locator(shell));
      const question = await page
        .locator(shell)
        .evaluate((element) => getComputedStyle(element, '::before').content.replaceAll('"', ''));

      await page.unroute(ENTRY);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const drawn = page.locator(selector);
      if (path === '/main/recharge') await expect(drawn.getByRole('heading', { name: question })).toBeVisible();
      // Lines of text may be a pixel higher or lower in other fonts.
      await expect.poll(async () => Math.abs((await boxOf(drawn)).y - expected.y), path).toBeLessThan(3);
      const { x, width, height } = await boxOf(drawn);
      expect([path, x]).toEqual([path, expected.x]);
      if (path !== '/main/recharge') {
        expect([path, width]).toEqual([path, expected.width]);
        // The card of the login is as high as its texts.
        expect(Math.abs(height - expected.height), path).toBeLessThan(shell === '.shell-page' ? 60 : 3);
      }
      await expect(page.locator('html[data-first-view]')).toHaveCount(0);
    }
  });

test("a player's page starts its first calls before the code arrives, makes each once, and the others when it is drawn", async ({
  checkout,
  player,
}) => {
  const expected = ['/api/bulletin/top', '/api/setting/init', '/api/user/uinfo', '/api/user/webRole'];
  await checkout.openTopUp(player);
  const page = await checkout.page.context().newPage();
  const calls: string[] = [];
  const answered: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  page.on('response', (response) => answered.push(new URL(response.url()).pathname));
  const { passed, open } = newGate();
  await page.route(ENTRY, async (route) => {
    await passed;
    await route.continue();
  });
  await page.goto('/main/recharge', { waitUntil: 'commit' });
  await expect.poll(() => calls.toSorted()).toEqual(expected);
  for (const call of expected) await expect.poll(() => answered).toContain(call);
  open();
  await expect.poll(() => calls).toContain('/api/epoint/balance');
  expect(calls.filter((call) => expected.includes(call)).toSorted()).toEqual(expected);
});
