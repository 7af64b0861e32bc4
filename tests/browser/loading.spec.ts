import { expect, type Page, type Route } from '@playwright/test';
import { newGate } from '../support/machines/gate.ts';
import { test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

const SIGNED_IN_CODE = /\/assets\/signed-in-[\w-]+\.js$/;
const LATER_TEXTS = /\/assets\/en-US\.later-[\w-]+\.js$/;
const FRAME_CODE = /\/assets\/frame-[\w-]+\.js$/;
const codeOf = (chunk: string): RegExp => new RegExp(`/assets/${chunk}-[\\w-]+\\.js$`);
const loadError = (page: Page) => page.getByRole('alert').filter({ hasText: "We couldn't load this page" });
const refresh = (page: Page) => loadError(page).getByRole('button', { name: 'Refresh' });

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|Failed to fetch dynamically|ChunkFailure|net::/);
});

/** Advances the page's clock until `check` passes. */
const passUntil = (page: Page, ms: number, check: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(ms);
    await check();
  }).toPass();

/** A load error from now on sets an attribute of the document. */
const noteLoadErrors = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-state="load-error"]')) document.documentElement.dataset['sawError'] = '';
    }).observe(document, { childList: true, subtree: true });
  });

test.describe('the code that draws the first view', () => {
  for (const [chunk, why] of [
    ['start', 'starts the portal'],
    ['renderer', 'draws its views'],
    ['en-US.bundle', 'has its texts'],
  ] as const)
    test(`the static page shows the load error when the code that ${why} is refused, and a refresh continues (ROUTE-13)`, async ({
      checkout,
    }) => {
      const { page } = checkout;
      await page.route(codeOf(chunk), (route) => route.abort());
      await checkout.open('/login');
      await expect(refresh(page)).toBeVisible();
      await expect(loadError(page)).toContainText('The page may have been updated.');
      await page.unroute(codeOf(chunk));
      await refresh(page).click();
      await expect(page.getByRole('heading', { name: 'Log in to top up' })).toBeVisible();
      await expect(loadError(page)).toHaveCount(0);
    });

  for (const chunk of ['start', 'renderer'])
    test(`the static page shows the load error when its code neither fails nor arrives: ${chunk} (D31, ROUTE-13)`, async ({
      checkout,
    }) => {
      const { page } = checkout;
      await page.clock.install();
      const { passed, open } = newGate();
      await page.route(codeOf(chunk), async (route) => {
        await passed;
        await route.continue();
      });
      await page.goto('/login', { waitUntil: 'commit' });
      await expect(page.locator('#load-error')).toBeAttached();
      await expect(loadError(page)).toHaveCount(0);
      await passUntil(page, 20_000, () => expect(refresh(page)).toBeEnabled({ timeout: 500 }));
      open();
      await expect(page.getByRole('heading', { name: 'Log in to top up' })).toBeVisible();
      await expect(loadError(page)).toHaveCount(0);
    });

  test('the page goes on without a refresh when the code that draws it arrives later (ROUTE-13)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.route(codeOf('renderer'), (route) => route.abort());
    await checkout.open('/login');
    await expect(refresh(page)).toBeVisible();
    await page.unroute(codeOf('renderer'));
    await page.keyboard.press('Shift');
    await expect(page.getByRole('heading', { name: 'Log in to top up' })).toBeVisible();
    await expect(loadError(page)).toHaveCount(0);
  });

  test('a page in which the portal cannot start shows the load error (ROUTE-13)', async ({
    checkout,
    expectedErrors,
  }) => {
    const { page } = checkout;
    expectedErrors.push(/The page has no #app element/);
    await page.route('**/login', async (route) => {
      const response = await routeResponse(route);
      await route.fulfill({ response, body: (await response.text()).replace('id="app"', 'id="other"') });
    });
    await checkout.open('/login');
    await expect(refresh(page)).toBeVisible();
  });
});

test.describe('the code of the signed-in half', () => {
  test('a returning player sees the load error when the code of the API is refused (D3, ROUTE-13)', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await page.route(SIGNED_IN_CODE, (route) => route.abort());
    await page.reload();
    await expect(refresh(page)).toBeEnabled();
    await page.unroute(SIGNED_IN_CODE);
    await loadError(page).getByRole('button', { name: 'Try again' }).click();
    await checkout.seeScreen('server');
  });

  test('a refusal after login becomes a load error after four attempts; a retry continues (D3, ROUTE-13)', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    const attempts = new Map<string, number>();
    const highest = () => Math.max(...attempts.values());
    await page.route(LATER_TEXTS, (route) => {
      const url = route.request().url();
      attempts.set(url, (attempts.get(url) ?? 0) + 1);
      return route.abort();
    });
    await page.clock.install();
    await checkout.open('/login?redirect=%2Fmain%2Frecharge');
    // An idle login page loads this code too. If that began after the load error, it would count as another attempt.
    await passUntil(page, 1_000, async () => expect(attempts.size).toBeGreaterThan(0));
    await checkout.login(player);
    await passUntil(page, 4_000, () =>
      expect(loadError(page)).toContainText('Refresh to try again.', { timeout: 500 }),
    );
    await expect(refresh(page)).toBeEnabled();
    // The first refused file ends the last attempt; its other files may be refused a moment later.
    let last = 0;
    await passUntil(page, 1_000, async () => {
      const before = last;
      last = highest();
      expect(last).toBe(before);
    });
    await page.clock.runFor(120_000);
    expect(highest()).toBe(last);
    await page.unroute(LATER_TEXTS);
    await loadError(page).getByRole('button', { name: 'Try again' }).click();
    await checkout.seeScreen('server');
    await expect(loadError(page)).toHaveCount(0);
  });

  test('a login whose code is refused says so, and the next one succeeds (D3, ROUTE-13)', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await page.route(SIGNED_IN_CODE, (route) => route.abort());
    await checkout.open('/login');
    await checkout.login(player);
    await expect(page.getByRole('alert').filter({ hasText: "We couldn't" })).toBeVisible();
    await page.unroute(SIGNED_IN_CODE);
    await checkout.login(player);
    // Without this code the portal has no settings yet.
    await loadError(page).getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('#main[data-screen="home"], #main[data-screen="recharge"]')).toBeVisible();
    await expect(loadError(page)).toHaveCount(0);
  });

  test('a page waits for the frame of a player, and never shows a load error (D3, ROUTE-13)', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    let refused = 0;
    await page.route(FRAME_CODE, (route) => (++refused > 6 ? route.continue() : route.abort()));
    await noteLoadErrors(page);
    await page.reload();
    await checkout.seeScreen('server');
    await expect(page.getByRole('button', { name: 'Account and settings' })).toBeVisible();
    expect(refused).toBeGreaterThan(6);
    await expect(page.locator('html')).not.toHaveAttribute('data-saw-error');
  });

  test('the home page waits while refused code loads again, and never shows a load error (D3, ROUTE-13)', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    let refused = 0;
    await page.route(SIGNED_IN_CODE, (route) => (++refused > 3 ? route.continue() : route.abort()));
    await noteLoadErrors(page);
    await page.goto('/main/home');
    await expect(page.getByRole('heading', { name: 'Games' })).toBeVisible();
    expect(refused).toBeGreaterThan(3);
    await expect(page.locator('html')).not.toHaveAttribute('data-saw-error');
  });

  test('code that never responds is a load error after 120 s, and a refresh continues (D3, ROUTE-13, C55)', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await page.route(SIGNED_IN_CODE, () => {});
    await page.clock.install();
    const known = page.waitForResponse((response) => response.url().endsWith('/api/user/uinfo'));
    await page.reload({ waitUntil: 'commit' });
    await known;
    await passUntil(page, 20_000, () => expect(loadError(page)).toBeVisible({ timeout: 500 }));
    await page.unroute(SIGNED_IN_CODE);
    await refresh(page).click();
    await checkout.seeScreen('server');
  });

  test('an order in progress is back when the network is back (D3, ROUTE-13, C25)', async ({ checkout, player }) => {
    const { page } = checkout;
    await checkout.placeOrder(player);
    const order = await checkout.orderId();
    await page.route(SIGNED_IN_CODE, (route) => route.abort());
    await page.clock.install();
    await page.reload();
    await passUntil(page, 4_000, () => expect(loadError(page)).toBeVisible({ timeout: 500 }));
    await page.unroute(SIGNED_IN_CODE);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await checkout.seeDialog('awaiting');
    expect(await checkout.orderId()).toBe(order);
  });
});

const HTML = { contentType: 'text/html', body: '<!doctype html><title>x</title>' };

const PAGES = [
  ['home-and-news', '/main/home'],
  ['top-up', '/main/recharge'],
  ['epoint-recharge.view', '/main/recharge?target=epoint'],
  ['order-detail.view', '/main/recharge/detail/SOME-ORDER'],
  ['account.view', '/main/account/user'],
  ['home-and-news', '/main/event'],
  ['article.view', '/main/event/detail/1001'],
  ['forbidden.view', '/403'],
  ['not-found.view', '/no/such/page'],
  ['logout.view', '/main/logout'],
] as const;

for (const [how, answer, pages] of [
  [
    'every page with its own chunk has the load error for a chunk that fails to load',
    (route: Route) => route.abort(),
    PAGES,
  ],
  [
    'a page has the load error for a chunk for which the server sends HTML, as after a deployment',
    (route: Route) => route.fulfill(HTML),
    [['account.view', '/main/account/user']],
  ],
] as const)
  test(`${how}, as has the code of a player, and a refresh continues (D4, ROUTE-13, C54)`, async ({
    checkout,
    player,
    expectedErrors,
  }) => {
    expectedErrors.push(/MIME type/);
    const { page } = checkout;
    test.slow();
    await checkout.openTopUp(player);
    for (const [chunk, path] of [['signed-in', '/main/recharge'], ...pages] as const) {
      await page.route(codeOf(chunk), answer);
      await checkout.open(path);
      await expect(refresh(page), chunk).toBeEnabled();
      await page.unroute(codeOf(chunk));
      await refresh(page).click();
      await expect(loadError(page), chunk).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }), chunk).toBeVisible();
    }
  });

test('a page whose code never loads shows the load error after 120 s (D31, ROUTE-13, C55)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await page.clock.install();
  for (const [chunk, path] of [
    ['not-found.view', '/no/such/page'],
    ['home-and-news', '/main/home'],
  ] as const) {
    await page.route(codeOf(chunk), () => {});
    const chunkRequest = page.waitForRequest(codeOf(chunk));
    await page.goto(path, { waitUntil: 'commit' });
    if (chunk !== 'not-found.view') await checkout.login(player);
    await chunkRequest;
    await expect(loadError(page), chunk).toHaveCount(0);
    await passUntil(page, 20_000, () => expect(refresh(page), chunk).toBeEnabled({ timeout: 500 }));
    await page.unroute(codeOf(chunk));
  }
});

test('phone login offers a refresh when its code fails to load (D4, ROUTE-13)', async ({ checkout }) => {
  const { page } = checkout;
  await page.route(SIGNED_IN_CODE, (route) => route.abort());
  await page.clock.install();
  await checkout.open('/login');
  await page.getByRole('radio', { name: 'Phone' }).click();
  const problem = page.getByRole('alert').filter({ hasText: "We couldn't load this part of the page" });
  await passUntil(page, 4_000, () => expect(problem).toBeVisible({ timeout: 500 }));
  await expect(problem.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await page.unroute(SIGNED_IN_CODE);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Phone number')).toBeVisible();
});
