import { expect, type Request } from '@playwright/test';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { test } from './portal.fixture.ts';

test('Completed before paying polls immediately and announces that no payment was received; Later defers the order, and the banner reopens it after a reload (RCHG-13, RCHG-16, ORDR-08, C9, C10)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.placeOrder();
  const [request] = await Promise.all([page.waitForRequest('**/api/order/record'), checkout.press("I've paid")]);
  expect(request.method()).toBe('POST');
  const title = checkout.dialog.getByRole('status').locator('strong');
  await expect(title).toHaveText("We haven't received your payment yet");
  await expect(title).toBeVisible();
  await checkout.seeDialog('awaiting');
  await checkout.press('Later');
  await expect(checkout.dialog).toHaveCount(0);
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await page.reload();
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await checkout.press(/^Continue to payment/);
  await checkout.seeDialog('awaiting');
});

test('an unpaid order becomes overdue when the server says so, and offers the same choices again; if both are paid, both are delivered (RCHG-14, C36, C37)', async ({
  checkout,
  sandbox,
}) => {
  const { page } = checkout;
  const first = await checkout.placeOrder();
  await sandbox.expireIn(first, 1);
  await page.reload();
  const expired = page.getByRole('region', { name: 'This order has expired' });
  await expect(expired).toContainText("If you did pay, please don't pay again.");
  await checkout.press('Place order again');
  await checkout.seeScreen('confirm');
  const second = await checkout.payAndStay();
  expect(second).not.toBe(first);
  await sandbox.act(first, 'pay-late');
  await checkout.deliver(second);
  for (const [order, received] of [
    [first, 'Payment received late'],
    [second, 'Payment received'],
  ] as const) {
    await checkout.open(`/main/recharge/detail/${order}`);
    const main = page.locator('main');
    await expect(main).toContainText(order);
    await main.getByText('Paid and delivered').click();
    await expect(main.getByText(received, { exact: true })).toBeVisible();
  }
});

test('while the last check gets no response on a device that is a day ahead and has slept, Later, Completed and customer service work, and Escape or the browser closes the dialog; a jump of the clock moves no deadline (C8, C13, C14, C15, RCHG-12, RCHG-13, RCHG-14)', async ({
  checkout,
}) => {
  checkout.expectedErrors.push(/Failed to load resource/);
  const { page, dialog } = checkout;
  await page.clock.install({ time: Date.now() + 86_400_000 });
  await checkout.placeOrder();
  const left = await checkout.secondsLeft();
  expect(left).toBeGreaterThan(280);
  expect(left).toBeLessThanOrEqual(300);
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  await page.waitForResponse('**/api/order/record');
  await expect.poll(() => checkout.secondsLeft()).toBeLessThan(left);
  expect(await checkout.secondsLeft()).toBeGreaterThan(left - 120);
  await checkout.seeDialog('awaiting');
  await page.route('**/api/order/record', (route) => route.abort());
  await page.clock.fastForward(300_000);
  await checkout.seeDialog('last-check');
  await expect(dialog).toContainText("We can't connect right now, but we're still trying.");
  await expect(dialog.getByRole('link', { name: 'Customer service' })).toBeVisible();
  await Promise.all([page.waitForRequest('**/api/order/record'), checkout.press("I've paid")]);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.evaluate((element: HTMLDialogElement) => element.close()),
    () => checkout.press('Later'),
  ]) {
    await checkout.seeDialog('last-check');
    await close();
    await expect(dialog).toHaveCount(0);
    await checkout.press(/^Continue to payment/);
  }
});

test('closing the payment window reads the order long before its schedule would, and never changes its status (C7)', async ({
  checkout,
  sandbox,
}) => {
  checkout.expectedErrors.push(/status of 429/);
  const { page } = checkout;
  // When the page regains the focus, it would read the order too.
  await page.addInitScript(() => {
    for (const type of ['focus', 'pageshow']) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    document.addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true);
  });
  const cashier = await checkout.opened(checkout.placeOrder());
  const orderId = await checkout.orderId();
  const isRead = (request: Request): boolean =>
    request.url().endsWith(orderRecord.path) && request.postDataJSON().sdk_order_id === orderId;

  // After this response, the schedule waits two minutes.
  const busy = { kind: 'status', status: 429, retryAfter: 120 };
  await sandbox.fault(await checkout.clientId(), orderRecord.path, busy);
  await page.waitForResponse((response) => isRead(response.request()) && response.status() === 429);
  const reads: Request[] = [];
  page.on('request', (request) => {
    if (isRead(request)) reads.push(request);
  });
  await cashier.close();
  await expect.poll(() => reads.length, { timeout: 30_000 }).toBe(1);
  await checkout.seeDialog('awaiting');
  await checkout.deliver(orderId);
});

test('on a phone Later leads to the banner of the order, its page continues it, and the page scrolls to the picture of the result (RCHG-13, ORDR-08, C42)', async ({
  checkout,
  sandbox,
}) => {
  const { page } = checkout;
  await page.setViewportSize({ width: 390, height: 844 });
  const order = await checkout.placeOrder();
  await checkout.press('Later');
  await expect(page.getByRole('button', { name: 'Continue to payment: 60 Star Gems' })).toBeInViewport({ ratio: 1 });
  await checkout.open(`/main/recharge/detail/${order}`);
  await page.locator('main').getByRole('button', { name: 'Continue to payment' }).click();
  await checkout.seeDialog('awaiting');

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await sandbox.act(order, 'decline');
  await sandbox.act(order, 'close');
  await checkout.seeResult('failed');
  await expect(page.locator('[data-payment="failed"] h2')).toBeFocused();
  const header = await page.getByRole('banner').boundingBox();
  const emblem = await page.locator('[data-payment="failed"] [role="status"] > :first-child').boundingBox();
  expect(emblem?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
});
