import { expect, type Page, type Route } from '@playwright/test';
import { holdRequests } from './held-requests.ts';
import { test } from './portal.fixture.ts';

const codeOf = (chunk: string): RegExp => new RegExp(`/assets/${chunk}-[\\w-]+\\.js$`);
const loadError = (page: Page) => page.getByRole('alert').filter({ hasText: "We couldn't load this page" });
const refresh = (page: Page) => loadError(page).getByRole('button', { name: 'Refresh' });
const login = (page: Page) => page.getByRole('heading', { name: 'Log in to top up' });

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|Failed to fetch dynamically|ChunkFailure|net::|MIME type/);
});

/** Advances the page's clock until `check` passes. */
const passUntil = (page: Page, ms: number, check: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(ms);
    await check();
  }).toPass();

test('the static page shows the load error when code of the first view is refused, and a refresh or the arrival of the code continues (ROUTE-13)', async ({
  checkout,
}) => {
  const { page } = checkout;
  for (const [chunk, proceed] of [
    ['start', () => refresh(page).click()],
    ['renderer', () => page.keyboard.press('Shift')],
    ['en-US.bundle', () => refresh(page).click()],
  ] as const) {
    await page.route(codeOf(chunk), (route) => route.abort());
    await checkout.open('/login');
    await expect(refresh(page), chunk).toBeVisible();
    await page.unroute(codeOf(chunk));
    await proceed();
    await expect(login(page), chunk).toBeVisible();
    await expect(loadError(page), chunk).toHaveCount(0);
  }
});

test('the static page shows the load error when its code neither fails nor arrives (D31, ROUTE-13)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await page.clock.install();
  const open = await holdRequests(page, codeOf('start'));
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('#load-error')).toBeAttached();
  await expect(loadError(page)).toHaveCount(0);
  await passUntil(page, 20_000, () => expect(refresh(page)).toBeEnabled({ timeout: 500 }));
  open();
  await expect(login(page)).toBeVisible();
  await expect(loadError(page)).toHaveCount(0);
});

test('with an order in progress the code of the API is refused, then never responds for 120 s: a load error, and the order is back (D3, ROUTE-13, C25, C55)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const signedIn = codeOf('signed-in');
  const order = await checkout.placeOrder();
  await page.route(signedIn, (route) => route.abort());
  await page.clock.install();
  await page.reload();
  await passUntil(page, 4_000, () => expect(loadError(page)).toBeVisible({ timeout: 500 }));
  await page.unroute(signedIn);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await checkout.seeDialog('awaiting');
  expect(await checkout.orderId()).toBe(order);

  await page.route(signedIn, () => {});
  await page.reload({ waitUntil: 'commit' });
  await passUntil(page, 20_000, () => expect(loadError(page)).toBeVisible({ timeout: 500 }));
  await page.unroute(signedIn);
  await refresh(page).click();
  await checkout.seeDialog('awaiting');
});

test('a page has the load error for its chunk that fails to load, or for which the server sends HTML, and a refresh continues (D4, ROUTE-13, C54)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const html = { contentType: 'text/html', body: '<!doctype html><title>x</title>' };
  await checkout.openTopUp();
  for (const [chunk, path, answer] of [
    ['home-and-news', '/main/home', (route: Route) => route.abort()],
    ['account.view', '/main/account/user', (route: Route) => route.fulfill(html)],
  ] as const) {
    await page.route(codeOf(chunk), answer);
    await checkout.open(path);
    await expect(refresh(page), chunk).toBeEnabled();
    await page.unroute(codeOf(chunk));
    await refresh(page).click();
    await expect(loadError(page), chunk).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), chunk).toBeVisible();
  }
});
