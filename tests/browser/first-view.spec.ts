import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './portal.fixture.ts';

const ENTRY = /\/assets\/start-[\w-]+\.js$/;

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not drawn');
  return box;
};

for (const [device, viewport, locale] of [
  ['a phone', { width: 390, height: 844 }, 'en-US'],
  ['a phone with longer texts', { width: 390, height: 844 }, 'de-DE'],
  ['a desktop', { width: 1280, height: 800 }, 'en-US'],
] as const) {
  for (const [name, path, selector] of [
    ['login', '/login', '[data-screen=login] img'],
    ['home', '/main/home', '[data-screen=home] [data-theme=dark]'],
  ] as const) {
    test(`the shell draws the picture of ${name} on ${device} before the code arrives, where the page draws it`, async ({
      checkout,
      player,
      expectedErrors,
    }) => {
      const { page } = checkout;
      expectedErrors.push(/net::ERR_FAILED|Failed to fetch dynamically/);
      await page.setViewportSize(viewport);
      await page.addInitScript((tag) => localStorage.setItem('i18nextLng', tag), locale);
      await page.route(ENTRY, (route) => route.abort());
      if (name === 'home') await checkout.enter(player, path);
      else await checkout.open(path);
      const expected = await boxOf(page.locator('.shell-scene'));

      await page.unroute(ENTRY);
      await page.reload();
      const picture = page.locator(selector);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Lines of text may be a pixel higher or lower in other fonts.
      await expect.poll(async () => Math.abs((await boxOf(picture)).y - expected.y)).toBeLessThan(3);
      const { width, height } = await boxOf(picture);
      expect(width).toBe(expected.width);
      expect(Math.abs(height - expected.height)).toBeLessThan(3);
      await expect(page.locator('html[data-first-view]')).toHaveCount(0);
    });
  }
}

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const)
  test(`the shell of the top-up page draws its first question on ${device} before the code arrives, where the page draws it`, async ({
    checkout,
    player,
    expectedErrors,
  }) => {
    const { page } = checkout;
    expectedErrors.push(/net::ERR_FAILED|Failed to fetch dynamically/);
    await page.setViewportSize(viewport);
    await page.route(ENTRY, (route) => route.abort());
    await checkout.enter(player, '/main/recharge');
    const shell = page.locator('.shell-page > :nth-child(2)');
    const question = await shell.evaluate((element) => JSON.parse(getComputedStyle(element, '::before').content));
    const expected = await boxOf(shell);

    await page.unroute(ENTRY);
    await page.reload();
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    const step = page.locator('[aria-current=step]:has(h2)');
    // Lines of text may be a pixel higher or lower in other fonts.
    await expect.poll(async () => Math.abs((await boxOf(step)).y - expected.y)).toBeLessThan(3);
    expect((await boxOf(step)).x).toBe(expected.x);
  });

/** Runs in the page before its own scripts: remembers when the first element of `selector` is inserted. */
const watchData = (selector: string): void => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    Object.assign(window, { dataAt: performance.now() });
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** The paths that the page started to request before the watched element was inserted. */
const requestedBeforeData = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { dataAt } = window as unknown as { readonly dataAt: number };
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < dataAt);
    return files.map(({ name }) => new URL(name).pathname);
  });

for (const [name, path, data, expected] of [
  ['home', '/main/home', '[data-game]', ['/api/user/uinfo', '/api/setting/init', '/api/setting/webHomeConf']],
  [
    'recharge',
    '/main/recharge',
    '#main input[name$="-server"]',
    ['/api/user/uinfo', '/api/setting/init', '/api/user/webRole', '/api/bulletin/top'],
  ],
] as const) {
  test(`a player's page starts its first calls before the code arrives, makes each once, and the others when it is drawn: ${name}`, async ({
    checkout,
    player,
  }) => {
    await checkout.openTopUp(player);
    const page = await checkout.page.context().newPage();
    const calls: string[] = [];
    const answered: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname);
    });
    page.on('response', (response) => answered.push(new URL(response.url()).pathname));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(ENTRY, async (route) => {
      await released;
      await route.continue();
    });
    await page.addInitScript(watchData, data);
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => calls.toSorted()).toEqual(expected.toSorted());
    for (const call of expected) await expect.poll(() => answered).toContain(call);
    release();
    await expect(page.locator(`[data-screen=${name}]`)).toBeVisible();
    await expect.poll(() => calls).toContain('/api/epoint/balance');
    expect(calls.filter((call) => expected.some((one) => one === call)).toSorted()).toEqual(expected.toSorted());
    await expect(page.locator(data).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = await requestedBeforeData(page);
    expect(before.filter((request) => /^\/api\/(?!analytics)|\.svg$/.test(request)).toSorted()).toEqual(
      [...expected, ...before.filter((request) => /aurora-scene/.test(request))].toSorted(),
    );
  });
}
