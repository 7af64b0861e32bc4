import { expect } from '@playwright/test';
import { CODE } from '../../server/runtime/codes.ts';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { holdRequests } from './held-requests.ts';
import { createPlayer, test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

test('a reload at each step lands on the same step, and back and forward follow (D19, RCHG-16, RCHG-15, C2, C3, C4)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.addCharacters();
  await checkout.openTopUp();
  await page.reload();
  await checkout.seeScreen('server');
  await checkout.chooseServer();
  await expect(page).toHaveURL(/step=role$/);
  await page.reload();
  await checkout.seeScreen('role');
  await page.goBack();
  await checkout.seeScreen('server');
  await page.goForward();
  await checkout.seeScreen('role');
  await checkout.chooseRole();
  await page.reload();
  await checkout.seeScreen('item');
  await checkout.chooseItem();
  await checkout.seeScreen('channel');
  await page.reload();
  await checkout.chooseChannel();
  await page.reload();
  await checkout.seeScreen('confirm');
  await page.goBack();
  await checkout.seeScreen('channel');
  await page.goForward();
  await checkout.seeScreen('confirm');
  const order = await checkout.payAndStay();
  const before = await checkout.secondsLeft();
  await page.reload();
  await checkout.seeDialog('awaiting');
  expect(await checkout.orderId()).toBe(order);
  const after = await checkout.secondsLeft();
  expect(after).toBeLessThanOrEqual(before);
  expect(after).toBeGreaterThan(before - 20);
});

test('203 and 20002 during polling: one notice, one redirect, and the order is back after each login (SESS-07, SESS-08, ROUTE-11, C25, C26, C27)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  const order = await checkout.placeOrder(player);
  const client = await checkout.clientId();
  await sandbox.fault(client, '/api/order/record', { kind: 'token-invalid' }, 1);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmain%2Frecharge/);
  const notice = page.getByRole('dialog');
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText('Your session expired, or your account was used on another device.');
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.locator('main h1')).toBeFocused();
  await checkout.enterAgain(player, '/main/recharge');
  await checkout.seeDialog('awaiting');
  expect(await checkout.orderId()).toBe(order);

  await sandbox.fault(client, '/api/order/record', { kind: 'forced-logout' }, 1);
  await expect(page).toHaveURL(/\/main\/logout\?id=23/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await checkout.enterAgain(player, `/main/recharge/detail/${order}`);
  await expect(page.locator('main')).toContainText(order);
});

test('a missing response and a payment page that the provider creates late are no failures: the same key finds the same order, and its page is opened (RCHG-20, RCHG-10, C18, S25)', async ({
  checkout,
}) => {
  const { page } = checkout;
  checkout.expectedErrors.push(/Failed to load resource/);
  await checkout.openConfirmation();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/order/webCreate', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await routeResponse(route);
    if (keys.length === 1) await route.abort();
    else if (keys.length > 2) await route.fulfill({ response });
    else await route.fulfill({ response, json: { code: CODE.stillProcessing, msg: 'Try again', result: null } });
  });
  await page.route('**/api/order/record', async (route) => {
    const response = await routeResponse(route);
    await route.fulfill({ response, body: (await response.text()).replace(/"pay_url":"[^"]+"/g, '"pay_url":null') });
  });
  const cashier = await checkout.pay();
  await checkout.payUrl(cashier);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  await checkout.deliver();
});

test('a server under maintenance cannot be chosen, and one that goes down before the order is said (RCHG-02, C31)', async ({
  checkout,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.openTopUp();
  await page.getByText('Other servers', { exact: true }).click();
  const closed = checkout.group('Server').locator('label[data-disabled]').first();
  await closed.click({ force: true });
  await expect(closed.getByRole('radio')).not.toBeChecked();
  await checkout.walkToConfirm();
  await sandbox.fault(await checkout.clientId(), '/api/order/webCreate', { kind: 'maintenance' }, 1);
  await checkout.payButton.click();
  await checkout.seeScreen('server');
  await expect(page.getByText('This server just went down for maintenance')).toBeVisible();
});

test('without the saved role list Pay sends no order; the recipient is asked again (D12, RCHG-06, RCHG-09)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/webCreate')) orders.push(request.url());
  });
  await checkout.openConfirmation();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith(':roles')) localStorage.removeItem(key);
  });
  const open = await holdRequests(page, '**/api/user/webRole', 1);
  await checkout.payButton.click();
  await checkout.seeScreen('role');
  await expect(page.getByText('Choose a server and character first')).toBeVisible();
  expect(orders).toEqual([]);
  await expect(checkout.group('Character').getByRole('radio').first()).toBeChecked();
  await checkout.press('Continue');
  await checkout.seeScreen('confirm');
  open();
  await checkout.pay();
  expect(orders).toHaveLength(1);
});

test('the server is killed and restarted during an order, and the player loses nothing (C2, C17)', async ({
  checkout,
  page,
  request,
}) => {
  test.slow();
  checkout.expectedErrors.push(/Failed to load resource|ERR_CONNECTION/);
  const portal = await createPortalProcess();
  try {
    const url = await portal.start();
    const player = await createPlayer(request, url);
    await checkout.logInToTopUp(player, `${url}/main/recharge`);
    await checkout.walkToConfirm();
    const cashier = await checkout.pay();
    const order = await checkout.orderId();
    await portal.kill();
    await expect(checkout.dialog).toContainText("We can't connect right now");
    await portal.start();
    await cashier.reload();
    await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.locator('[data-payment="delivered"]')).toBeAttached({ timeout: 45_000 });
    expect(await checkout.orderId()).toBe(order);
  } finally {
    await portal.remove();
  }
});
