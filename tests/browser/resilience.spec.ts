import { expect } from '@playwright/test';
import { CODE } from '../../server/runtime/codes.ts';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { createPlayer, test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

test('a reload at each step lands on the same step, and back and forward follow (D19, RCHG-16, RCHG-15, C2, C3, C4)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
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
  await checkout.seeScreen('channel');
  await checkout.chooseChannel();
  await page.reload();
  await checkout.seeScreen('confirm');
  await page.goBack();
  await checkout.seeScreen('channel');
  await page.goForward();
  await checkout.seeScreen('confirm');
  await checkout.pay();
  const order = await checkout.orderId();
  const before = await checkout.secondsLeft();
  await page.reload();
  await checkout.seeDialog('awaiting');
  expect(await checkout.orderId()).toBe(order);
  const after = await checkout.secondsLeft();
  expect(after).toBeLessThanOrEqual(before);
  expect(after).toBeGreaterThan(before - 20);
});

test('a link to an unreachable step lands on the last reachable one, an old link to the recipient on the server or the role (RCHG-15, D19)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.enter(player, '/main/recharge?step=confirm');
  await checkout.seeScreen('server');
  await expect(page).toHaveURL(/step=server/);
  await checkout.open('/main/recharge?step=recipient');
  await checkout.seeScreen('server');
  await expect(page).toHaveURL(/step=server$/);
  await checkout.chooseServer();
  await checkout.open('/main/recharge?step=recipient');
  await checkout.seeScreen('role');
  await expect(page).toHaveURL(/step=role$/);
});

test('203 during polling: one notice, one redirect to the login, and the order is back afterwards (SESS-07, C25, C27)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.placeOrder(player);
  const order = await checkout.orderId();
  await sandbox.fault(await checkout.clientId(), '/api/order/record', { kind: 'token-invalid' }, 1);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmain%2Frecharge/);
  const notice = page.getByRole('dialog');
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText('Your session expired, or your account was used on another device.');
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.locator('main h1')).toBeFocused();
  await checkout.login(player);
  await checkout.seeDialog('awaiting');
  expect(await checkout.orderId()).toBe(order);
  await sandbox.act(order, 'pay');
  await checkout.seeResult('delivered');
});

test('the notice of an expired session opens again when the browser closes it (SESS-07)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await sandbox.fault(await checkout.clientId(), '/api/order/record', { kind: 'token-invalid' }, 1);
  await checkout.open('/main/account/recharge');
  const notice = page.getByRole('dialog');
  await expect(notice).toBeVisible();
  await notice.evaluate((dialog: HTMLDialogElement) => dialog.close());
  await expect(notice.getByRole('heading')).toBeFocused();
  expect(await notice.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
  await checkout.login(player);
  await expect(page).toHaveURL(/\/main\/account\/recharge$/);
});

test('the payment dialog that the browser closes is closed as with Escape (RCHG-14)', async ({ checkout, player }) => {
  const { page } = checkout;
  await checkout.placeOrder(player);
  await page.bringToFront();
  await checkout.dialog.evaluate((dialog: HTMLDialogElement) => dialog.close());
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await expect(checkout.dialog).toHaveCount(0);
});

test('20002 during polling signs the player out once and keeps the order (SESS-08, ROUTE-11, C26)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.placeOrder(player);
  const order = await checkout.orderId();
  await sandbox.fault(await checkout.clientId(), '/api/order/record', { kind: 'forced-logout' }, 1);
  await expect(page).toHaveURL(/\/main\/logout\?id=23/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await checkout.login(player);
  await expect(page.getByText('An order is waiting for your payment').or(page.getByRole('dialog'))).toBeVisible();
  await checkout.open(`/main/recharge/detail/${order}`);
  await expect(page.locator('main')).toContainText(order);
});

test('a missing response is not a failure: the same key finds the same order (RCHG-20, RCHG-10, C18)', async ({
  checkout,
  player,
  sandbox,
  expectedErrors,
}) => {
  const { page } = checkout;
  expectedErrors.push(/Failed to load resource/);
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/webCreate')) keys.push(request.headers()['idempotency-key']);
  });
  await sandbox.fault(await checkout.clientId(), '/api/order/webCreate', { kind: 'cut', at: 10 }, 1);
  await checkout.pay();
  expect(new Set(keys).size).toBe(1);
  const order = await checkout.orderId();
  await sandbox.act(order, 'pay');
  await checkout.seeResult('delivered');
});

test('a payment page that the provider creates late is opened, for the same order (S25, RCHG-20, RCHG-10)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/order/webCreate', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await routeResponse(route);
    if (keys.length > 1) await route.fulfill({ response });
    else await route.fulfill({ response, json: { code: CODE.stillProcessing, msg: 'Try again', result: null } });
  });
  await page.route('**/api/order/record', async (route) => {
    const response = await routeResponse(route);
    await route.fulfill({ response, body: (await response.text()).replace(/"pay_url":"[^"]+"/g, '"pay_url":null') });
  });
  const cashier = await checkout.pay();
  await checkout.payUrl(cashier);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  const order = await checkout.orderId();
  await sandbox.act(order, 'pay');
  await checkout.seeResult('delivered');
});

test('what changes between two steps is said before anything is charged: a price, a role, a server (RCHG-02, RCHG-21, C28, C31, C32)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  const client = await checkout.clientId();
  const closed = checkout.group('Server').locator('label[data-disabled]').first();
  await expect(closed).toContainText('This server is under maintenance. Try again later.');
  await closed.click({ force: true });
  await expect(closed.getByRole('radio')).not.toBeChecked();
  await checkout.walkToConfirm();
  await test.step('a changed price, old and new', async () => {
    await sandbox.fault(client, '/api/order/webProduct', { kind: 'changed-price' }, null);
    await sandbox.fault(client, '/api/order/webCreate', { kind: 'changed-price' }, 1);
    await checkout.payButton.click();
    await expect(page.getByText('The price has changed')).toBeVisible();
    await expect(page.getByText('It was US$0.99 and is now US$1.99. No order was placed')).toBeVisible();
    await checkout.seeScreen('confirm');
    await sandbox.clearFaults(client);
  });
  await test.step('a deleted role is chosen again', async () => {
    await sandbox.fault(client, '/api/order/webCreate', { kind: 'missing-role' }, 1);
    const list = page.waitForResponse('**/api/user/webRole');
    await checkout.payButton.click();
    await checkout.seeScreen('role');
    await list;
    await expect(page.getByText('This character is no longer available')).toBeVisible();
    await checkout.chooseRole();
    await checkout.chooseItem();
    await checkout.chooseChannel();
  });
  await test.step('a server that just closed', async () => {
    await sandbox.fault(client, '/api/order/webCreate', { kind: 'maintenance' }, 1);
    await checkout.payButton.click();
    await checkout.seeScreen('server');
    await expect(page.getByText('This server just went down for maintenance')).toBeVisible();
  });
});

test('a failed load says what failed, and the retry works, also by keyboard (RCHG-03, ERRS-06, ERRS-07)', async ({
  checkout,
  player,
  sandbox,
  expectedErrors,
}) => {
  const { page } = checkout;
  expectedErrors.push(/Failed to load resource/);
  await checkout.openTopUp(player);
  const client = await checkout.clientId();
  await checkout.chooseRecipient();
  // The fault must apply to the page after the reload, so the items load first.
  await expect(checkout.group('Item').getByRole('radio').first()).toBeAttached();
  await sandbox.fault(client, '/api/order/webProduct', { kind: 'malformed' }, 1);
  await page.reload();
  await expect(page.getByText("We couldn't load the items")).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(checkout.group('Item').getByRole('radio').first()).toBeAttached();
  await expect(page.getByRole('heading', { name: /What would you like to buy/ })).toBeFocused();
  await sandbox.fault(client, '/api/order/webPayChannel', { kind: 'status', status: 500 }, 1);
  await checkout.chooseItem();
  await expect(page.getByText("We couldn't load the payment methods")).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(checkout.group('Payment method').getByRole('radio').first()).toBeAttached();
  await expect(page.getByRole('heading', { name: /How would you like to pay/ })).toBeFocused();
});

test('no servers and no roles each say so, at their own step (D19, RCHG-03)', async ({ checkout, player, sandbox }) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  const empty = checkout
    .group('Server')
    .locator('label:not([data-disabled])', { hasText: 'No characters here yet' })
    .first();
  await empty.click();
  await checkout.seeScreen('role');
  await expect(page.getByText("You don't have a character on this server")).toBeVisible();
  await checkout.press('Try again');
  await expect(page.getByText("You don't have a character on this server")).toBeVisible();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/roles|servers|cache/i.test(key)) localStorage.removeItem(key);
  });
  await sandbox.fault(await checkout.clientId(), '/api/user/webRole', { kind: 'empty' }, 1);
  await page.reload();
  await expect(page.getByText("We couldn't load the servers")).toBeVisible();
  await checkout.press('Try again');
  await checkout.seeScreen('role');
  await checkout.press('Change: Server');
  await checkout.seeScreen('server');
  await expect(checkout.group('Server').getByRole('radio').first()).toBeAttached();
});

test('without the saved role list Pay sends no order; the recipient is asked again (D12, RCHG-06, RCHG-09)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/webCreate')) orders.push(request.url());
  });
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  const goods = await page.getByRole('listitem').filter({ hasText: 'Item' }).first().innerText();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith(':roles')) localStorage.removeItem(key);
  });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    '**/api/user/webRole',
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  await checkout.payButton.click();
  await checkout.seeScreen('role');
  await expect(page.getByText('Choose a server and character first')).toBeVisible();
  await expect(page.getByText('No order was placed.')).toBeVisible();
  expect(orders).toEqual([]);
  await expect(checkout.group('Character').getByRole('radio').first()).toBeChecked();
  await checkout.press('Continue');
  await checkout.seeScreen('confirm');
  release();
  expect(await page.getByRole('listitem').filter({ hasText: 'Item' }).first().innerText()).toBe(goods);
  await checkout.pay();
  expect(orders).toHaveLength(1);
});

test('the server is killed and restarted during an order, and the player loses nothing (C2, C17)', async ({
  checkout,
  page,
  request,
  expectedErrors,
}) => {
  test.slow();
  expectedErrors.push(/Failed to load resource|ERR_CONNECTION/);
  const portal = await createPortalProcess();
  try {
    const url = await portal.start();
    const player = await createPlayer(request, url);
    await page.goto(`${url}/main/recharge`);
    await checkout.login(player);
    await checkout.seeScreen('server');
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
