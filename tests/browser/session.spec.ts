import { expect, type Page } from '@playwright/test';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { userInfo, userWebRole } from '../../src/contract/user.contract.ts';
import { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

const LOGGED_OUT = { level: 1, name: "You're logged out" } as const;

/** The whole name: the text for screen readers is not a part of it. */
const resend = (page: Page) => page.getByRole('button', { name: /^Resend in \d:\d\d$/ });
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });
const notice = (page: Page) => page.getByRole('dialog').filter({ hasText: 'account was used on another device' });
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

const contentOf = (tab: Page) =>
  tab.evaluate(() => [document.body.textContent, JSON.stringify([{ ...localStorage }, { ...sessionStorage }])].join());

const expectNone = async (tab: Page, words: readonly string[]): Promise<void> => {
  const content = await contentOf(tab);
  expect(words.filter((word) => content.includes(word))).toEqual([]);
};

/** From the next page on, remembers the visibility of the title of a status at the moment it is added. */
const watchStatus = (): void => {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const text = node.parentElement?.querySelector('[role="status"] strong');
        if (text?.closest('[role="status"]')?.contains(node) || (text && node.contains(text)))
          document.documentElement.dataset['first'] ??= getComputedStyle(text).visibility;
      }
  }).observe(document, { childList: true, subtree: true });
};

test('after a login the heading of the page has the focus, and a screen reader hears the login and the status of the list (ROUTE-04)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const heading = page.locator('main h1');
  const announced = page.getByRole('status').filter({ hasText: /^You're logged in/ });
  await page.addInitScript(watchStatus);
  await checkout.open('/main/account/recharge');
  await checkout.login(player);
  await expect(heading).toBeFocused();
  await expect(announced).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'No top-ups yet' }).locator('strong')).toBeVisible();
  // A screen reader announces a text that appears after its element.
  expect(await page.evaluate(() => document.documentElement.dataset['first'])).toBe('hidden');
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(heading).not.toBeFocused();
  await expect(announced).toHaveCount(0);
});

test('the menu of the account shows the logout on a phone and on a desktop; it deletes the token (SESS-02, SESS-09, ROUTE-11)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const logOut = page.locator('#account-menu').getByRole('button', { name: 'Log out' });
  await checkout.openTopUp();
  expect(await tokenOf(page)).not.toBeNull();
  for (const [width, path] of [
    [390, '/403'],
    [1280, '/main/event'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await checkout.open(path);
    await page.locator('[popovertarget="account-menu"]').locator('visible=true').click();
    await expect(logOut).toBeInViewport({ ratio: 1 });
  }
  await logOut.click();
  await expect(page.getByRole('heading', LOGGED_OUT)).toBeVisible();
  expect(await tokenOf(page)).toBeNull();
  await checkout.open('/main/recharge');
  await expect(page).toHaveURL(/\/login/);
});

test('a login by phone: number, code by text message, then the requested page (SESS-03, ROUTE-01)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.open('/login?redirect=%2Fmain%2Frecharge%3Fstep%3Dserver');
  await page.getByRole('radio', { name: 'Phone' }).click();
  await page.getByLabel('Phone number').fill(player.phone.slice(2));
  await checkout.press('Send code');
  await expect(page.getByText(`We sent a code to ${player.phone}`)).toBeVisible();
  await expect(resend(page)).toHaveText(/(?:1:00|0:5\d)$/);
  const code = page.getByLabel('Verification code');
  await expect(code).toBeFocused();
  const right = await sandbox.newestCode(player.phone);
  await code.fill(right === '000000' ? '000001' : '000000');
  await logIn(page).click();
  await expect(code).toHaveAccessibleDescription(/The code from the text message is incorrect/);
  await code.fill(right);
  await logIn(page).click();
  await checkout.seeScreen('server');
});

test('a new password: the URL follows the method, input stays, and after the reset by email the login has the account filled in (SESS-04, SESS-05, SESS-11)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.open('/login?redirect=%2Fmain%2Frecharge');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
  await page.getByLabel('Email address').fill(player.email);
  await page.getByRole('radio', { name: 'By text' }).click();
  await expect(page).toHaveURL(/reset=phone&/);
  await page.getByLabel('Phone number').fill(player.phone);
  await page.goBack();
  await expect(page.getByLabel('Email address')).toHaveValue(player.email);
  await checkout.press('Send code');
  await expect(page.getByText(`We sent a code to ${player.email}`)).toBeVisible();
  await page.getByLabel('Verification code').fill(await sandbox.newestCode(player.email));
  await page.getByLabel('New password', { exact: true }).fill('Fresh-9876');
  await page.getByLabel('Confirm new password').fill('Fresh-9876');
  await checkout.press('Set new password');
  await expect(page.getByText('Your password has been reset')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?redirect=%2Fmain%2Frecharge');
  await expect(page.getByLabel('Username or email')).toHaveValue(player.email);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('Fresh-9876');
  await logIn(page).click();
  await checkout.seeScreen('server');
});

test('the result of a login elsewhere is reported on the first load and removed from the URL, other parameters stay (ROUTE-15, C60)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const refusal = page.getByText("We couldn't find an account for this login.");
  await checkout.enterAsNew('/main/home?appleId=false&channel=ads');
  await expect(refusal).toBeVisible();
  await expect(page).toHaveURL(/\/main\/home\?channel=ads$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(refusal).toBeHidden();
});

test('a logout clears an open order, also from the next player, and its own player finds it again (D11, SESS-09, ORDR-08, C30, C74)', async ({
  checkout,
  player,
  newPlayer,
}) => {
  const { page } = checkout;
  const waiting = page.getByRole('region', { name: 'Orders waiting for your payment' });
  const cashier = await checkout.opened(checkout.placeOrder(player));
  const payUrl = new URL(await checkout.payUrl(cashier)).pathname;
  const own = [(await tokenOf(page)) ?? '', player.userId, await checkout.orderId(), payUrl, 'roleName'];
  const before = await contentOf(page);
  expect(own.filter((text) => text === '' || !before.includes(text))).toEqual([]);
  await checkout.open('/main/logout');
  await expect(page.getByText('Your account data has been removed from this browser.')).toBeVisible();
  await expectNone(page, [...own, 'portal:', 'customer_service']);
  await checkout.enterAgain(await newPlayer(), '/main/recharge');
  await checkout.seeScreen('server');
  await expect(waiting).toHaveCount(0);
  await expectNone(page, own.slice(0, -1));
  await checkout.open('/main/logout');
  await expect(page.getByRole('heading', LOGGED_OUT)).toBeVisible();
  await checkout.enterAgain(player, '/main/home');
  await expect(waiting).toBeVisible();
});

test('another account in another tab after a logout: the first tab follows, and no tab shows or stores data of the former account (SESS-10, C12, C74)', async ({
  checkout,
  player,
  newPlayer,
}) => {
  const { page } = checkout;
  await checkout.placeOrder(player);
  const former = [player.userId, await checkout.orderId()];
  const other = new CheckoutModel(await page.context().newPage());
  await other.open('/main/logout');
  await expect(other.page.getByRole('heading', LOGGED_OUT)).toBeVisible();
  await expect(logIn(page)).toBeVisible();
  for (const tab of [page, other.page]) await expectNone(tab, former);
  const second = await newPlayer();
  const sent: string[] = [];
  page.on('request', (call) => {
    const { userid } = call.headers();
    if (call.url().includes('/api/') && userid) sent.push(userid);
  });
  await other.logInToTopUp(second);
  await checkout.seeScreen('server');
  await expect.poll(() => sent.includes(second.userId)).toBe(true);
  expect(sent).not.toContain(player.userId);
  for (const tab of [page, other.page]) await expectNone(tab, former);
});

test('a login in another browser ends the session here, with a notice that survives a reload until it is confirmed; the old token opens nothing (D21, SESS-07, S28)', async ({
  checkout,
  player,
  request,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  const token = (await tokenOf(page)) ?? '';
  const elsewhere = { userId: player.userId, clientId: 'another-browser' };
  expect((await request.post('/sandbox/sessions', { data: elsewhere })).status()).toBe(200);
  await checkout.open('/main/account/recharge');
  await expect(notice(page)).toBeVisible();
  expect(await tokenOf(page)).toBeNull();
  for (const { path } of [userInfo, userWebRole, orderRecord])
    expect((await request.post(path, { headers: { token }, data: {} })).status(), path).toBe(203);
  const address = page.url();
  expect(address).toContain('/login?redirect=');
  await page.reload();
  await expect(notice(page)).toBeVisible();
  expect(page.url()).toBe(address);
  await notice(page).evaluate((dialog: HTMLDialogElement) => dialog.close());
  await expect(notice(page).getByRole('heading')).toBeFocused();
  expect(await notice(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await notice(page).getByRole('button', { name: 'OK' }).click();
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await expect(logIn(page)).toBeEnabled();
  await expect(notice(page)).toBeHidden();
});

test('203 and 20002 from a public call also apply on public pages (D22, SESS-07, SESS-08)', async ({ checkout }) => {
  const { page } = checkout;
  const HOME = '**/api/setting/webHomeConf';
  await page.route(HOME, (route) => route.fulfill({ status: 203, body: '' }));
  await checkout.open('/403');
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await notice(page).getByRole('button', { name: 'OK' }).click();
  await page.unroute(HOME);
  await page.route(HOME, (route) => route.fulfill({ json: { code: 20002, msg: 'out' } }));
  await checkout.open('/no/such/page');
  await expect(page).toHaveURL(/\/main\/logout\?id=23$/);
  await expect(page.getByRole('heading', { level: 1, name: "You've been logged out" })).toBeVisible();
});
