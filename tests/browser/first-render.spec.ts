import { expect, type Page, type Request } from '@playwright/test';
import { eRechargeItems } from '../../src/contract/e-recharge.contract.ts';
import { newGate } from '../support/machines/gate.ts';
import { type Held, holdRendering } from './held-rendering.ts';
import { holdRequests } from './held-requests.ts';
import { test } from './portal.fixture.ts';

const SESSION_CALL = '**/api/user/uinfo';

type Watched = { readonly hasDrawnShell: boolean };

/** Runs in the page before its own scripts: remembers whether React has drawn the static shell, which the HTML already shows. */
const watchShell = (): void => {
  Object.assign(window, { hasDrawnShell: false });
  // Even on a slow machine, the timer after which React draws the shell must not fire.
  const { setTimeout } = window;
  const later = (handler: TimerHandler, ms = 0, ...rest: unknown[]): number =>
    setTimeout(handler, ms < 1_000 ? ms : ms + 60_000, ...rest);
  Object.assign(window, { setTimeout: later });
  new MutationObserver(() => {
    if (document.querySelector('.shell[data-state=starting]')) Object.assign(window, { hasDrawnShell: true });
  }).observe(document, { childList: true, subtree: true });
};

const hasDrawnShell = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as Watched).hasDrawnShell);

test("a visitor's first render is the login", async ({ checkout, page }) => {
  await page.addInitScript(watchShell);
  for (const [from, to] of [
    ['/login', '/login'],
    ['/main/recharge?step=item', '/login?redirect=%2Fmain%2Frecharge%3Fstep%3Ditem'],
  ] as const) {
    await checkout.open(from);
    await expect(page.locator('[data-screen=login]')).toBeVisible();
    expect(await hasDrawnShell(page)).toBe(false);
    await expect(page).toHaveURL((url) => url.pathname + url.search === to);
  }
});

test("a player's first render is the page of the URL, and back leaves it", async ({ checkout, page }) => {
  await checkout.openTopUp();
  await page.addInitScript(watchShell);
  for (const [from, screen, path] of [
    ['/main/recharge', 'recharge', '/main/recharge'],
    ['/', 'home', '/main/home'],
    ['/login?redirect=%2Fmain%2Fevent', 'events', '/main/event'],
  ] as const) {
    await checkout.open(from);
    await expect(page.locator(`[data-screen=${screen}]`)).toBeVisible();
    expect(await hasDrawnShell(page)).toBe(false);
    await expect(page).toHaveURL((url) => url.pathname === path);
  }
  await page.goBack();
  await expect(page.locator('[data-screen=home]')).toBeVisible();
  await page.goBack();
  await checkout.seeScreen('server');
});

test('a page that starts slowly says that it is loading, and a redirect while React renders for the first time is executed', async ({
  checkout,
}) => {
  checkout.expectedErrors.push(/203/);
  await checkout.openTopUp();
  const page = await checkout.page.context().newPage();
  const { passed, open } = newGate();
  await page.route(SESSION_CALL, async (route) => {
    await passed;
    await route.fulfill({ status: 203, body: '' });
  });
  await page.goto('/main/recharge');
  await expect(page.locator('.shell[data-state=starting]')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached();

  await page.addInitScript(holdRendering);
  await page.reload();
  await expect.poll(() => page.evaluate(() => (window as unknown as Held).heldTasks.length)).toBeGreaterThan(0);
  open();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmain%2Frecharge$/);
  await page.evaluate(() => (window as unknown as Held).releaseTasks());
  await expect(page.locator('[data-screen=login]')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmain%2Frecharge$/);
});

test('Back before React is loaded opens the previous page, and the page left behind does not undo it (ROUTE-07)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.enterAsNew('/main/account');
  await page.getByRole('link', { name: 'Top up E Points' }).click();
  await checkout.seeScreen('item');
  await checkout.group('E Points').locator('label').first().click();
  await checkout.chooseChannel();
  const releaseItems = await holdRequests(page, `**${eRechargeItems.path}`);
  const releaseRenderer = await holdRequests(page, '**/assets/renderer-*.js');
  const isOfItems = (request: Request): boolean => request.url().includes(eRechargeItems.path);
  const requested = page.waitForRequest(isOfItems);
  const settled = Promise.race([
    page.waitForEvent('requestfinished', isOfItems),
    page.waitForEvent('requestfailed', isOfItems),
  ]);
  await page.reload({ waitUntil: 'commit' });
  await requested;
  await page.evaluate(() => history.go(-3));
  await expect(page).toHaveURL(/main\/account\/user$/);
  releaseItems();
  await settled;
  releaseRenderer();
  await expect(page.locator('[data-screen=account]')).toBeVisible();
  await expect(page).toHaveURL(/main\/account\/user$/);
});

/** Runs in the page before its own scripts: goes back as soon as React has drawn the confirmation, before its effects run. */
const goBackAtConfirmation = (): void => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-state=confirm]')) return;
    observer.disconnect();
    history.back();
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
};

test('Back while React renders for the first time loses no step of the history (ROUTE-07)', async ({ checkout }) => {
  const { page } = checkout;
  await checkout.enterAsNew('/main/recharge?target=epoint');
  await checkout.choosePackage();
  await page.addInitScript(holdRendering);
  await page.addInitScript(goBackAtConfirmation);
  const releaseItems = await holdRequests(page, `**${eRechargeItems.path}`);
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => (window as unknown as Held).heldTasks.length)).toBeGreaterThan(0);
  await expect(page).toHaveURL(/step=item$/);
  releaseItems();
  await expect(page).toHaveURL(/step=confirm$/);
  await page.evaluate(() => (window as unknown as Held).releaseTasks());
  await checkout.seeScreen('channel');
  await page.goForward();
  await checkout.seeScreen('confirm');
});
