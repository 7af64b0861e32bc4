import { expect, type Page } from '@playwright/test';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { userInfo, userWebRole } from '../../src/contract/user.contract.ts';
import { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
const notice = (page: Page) => page.getByRole('dialog').filter({ hasText: 'account was used on another device' });

test('a logout clears an open order, and the order is back after the next login (D11, SESS-09)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const cashier = await checkout.placeOrder(player);
  const order = await checkout.orderId();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const payUrl = new URL(await checkout.payUrl(cashier)).pathname;
  const own = [token, player.userId, order, payUrl, 'roleName'];
  expect(own.filter((text) => text === '')).toEqual([]);
  const before = await stored(page);
  expect(own.filter((text) => !before.includes(text))).toEqual([]);
  await checkout.open('/main/logout');
  await expect(page.getByText('Your account data has been removed from this browser.')).toBeVisible();
  const after = await stored(page);
  expect(own.filter((text) => after.includes(text))).toEqual([]);
  expect(after).not.toContain('portal:');
  await checkout.open('/login?redirect=%2Fmain%2Fhome');
  await checkout.login(player);
  await expect(page.getByRole('region', { name: 'Orders waiting for your payment' })).toBeVisible();
  const unpaid = page.getByText('You have an order waiting for your payment.');
  await expect(unpaid).toBeVisible();
  // The timer of a toast stops while the pointer is over it.
  await unpaid.hover();
  await page.getByRole('button', { name: 'Account and settings' }).press('Enter');
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await expect(page.getByText('Your account data has been removed from this browser.')).toBeVisible();
  await expect(unpaid).toHaveCount(0);
});

test('the URL of a server logout ends a valid session, on the server too (D2, ROUTE-11)', async ({
  checkout,
  player,
  request,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await checkout.open('/main/logout?id=23');
  await expect(page.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
  await expect(page).toHaveURL(/\/main\/logout$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
  await page.getByRole('link', { name: 'Log in again' }).click();
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await expect
    .poll(async () => (await request.post('/api/user/uinfo', { headers: { token }, data: {} })).status())
    .toBe(203);
});

test('a login in another browser ends the session here, and the old token opens nothing (SESS-07, S28)', async ({
  browser,
  baseURL,
  checkout,
  player,
  request,
}) => {
  const { page } = checkout;
  await checkout.logInToTopUp(player);
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = new CheckoutModel(await elsewhere.newPage());
  await other.logInToTopUp(player);
  expect(await other.page.evaluate(() => localStorage.getItem('token'))).not.toBe(token);
  await elsewhere.close();
  await checkout.open('/main/account/recharge');
  await expect(notice(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  for (const { path } of [userInfo, userWebRole, orderRecord])
    expect((await request.post(path, { headers: { token }, data: {} })).status(), path).toBe(203);
});

test('the notice for status 203 survives a reload until it is confirmed (D21, SESS-07)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await sandbox.fault(await checkout.clientId(), '/api/order/webProduct', { kind: 'token-invalid' }, 1);
  await checkout.group('Server').locator('label:not([data-disabled])').first().click();
  await checkout.group('Character').locator('label').first().click();
  await expect(notice(page)).toBeVisible();
  const address = page.url();
  expect(address).toContain('/login?redirect=');
  await page.reload();
  await expect(notice(page)).toBeVisible();
  expect(page.url()).toBe(address);
  await notice(page).getByRole('button', { name: 'OK' }).click();
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
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
