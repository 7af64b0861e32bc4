import { expect, type Request } from '@playwright/test';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { test } from './portal.fixture.ts';

test('Completed before paying polls immediately and announces that no payment was received; Later defers the order, and the banner reopens it after a reload (RCHG-13, RCHG-16, ORDR-08, C9, C10)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.watchStatus();
  await checkout.placeOrder(player);
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/order/record')),
    checkout.press("I've paid"),
  ]);
  expect(request.method()).toBe('POST');
  const title = checkout.dialog.getByRole('status').locator('strong');
  await expect(title).toHaveText("We haven't received your payment yet");
  await expect(title).toBeVisible();
  // A screen reader announces a text that appears after its element.
  expect(await checkout.firstStatusLook()).toBe('hidden');
  await checkout.seeDialog('awaiting');
  await checkout.press('Later');
  await expect(checkout.dialog).toHaveCount(0);
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await page.reload();
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await checkout.press(/^Continue to payment/);
  await checkout.seeDialog('awaiting');
});

test('on a phone, Later says that the order is saved and until when it can be paid (RCHG-13, C42)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await page.setViewportSize({ width: 390, height: 844 });
  await checkout.placeOrder(player);
  const order = await checkout.orderId();
  await checkout.press('Later');
  const toast = page.locator('[aria-live="polite"] [data-subject="orderSaved"]');
  await expect(toast).toContainText(/Your order is saved\. You can pay until \d{1,2}:\d\d\s[AP]M\./);
  await expect(toast).toBeInViewport({ ratio: 1 });
  await toast.getByRole('link', { name: 'View order' }).click();
  await expect(page).toHaveURL(new RegExp(`/main/recharge/detail/${order}`));
  await page.locator('main').getByRole('button', { name: 'Continue to payment' }).click();
  await checkout.seeDialog('awaiting');
  expect(await toast.count()).toBe(0);
});

test('an unpaid order becomes overdue when the server says so, and offers the same choices again; if both are paid, both are delivered (RCHG-14, C37)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.placeOrder(player);
  const first = await checkout.orderId();
  await sandbox.expireIn(first, 1);
  await page.reload();
  await checkout.seeResult('overdue');
  await checkout.press('Place order again');
  await checkout.seeScreen('confirm');
  await checkout.pay();
  const second = await checkout.orderId();
  expect(second).not.toBe(first);
  await sandbox.act(first, 'pay-late');
  await sandbox.act(second, 'pay');
  await checkout.seeResult('delivered');
  for (const [order, received] of [
    [first, 'Payment received late'],
    [second, 'Payment received'],
  ] as const) {
    await checkout.open(`/main/recharge/detail/${order}`);
    const main = page.locator('main');
    await expect(main).toContainText(order);
    await expect(main.getByText('Delivered', { exact: true })).toBeVisible();
    await expect(main.getByText(received, { exact: true })).toBeVisible();
  }
});

test('the page of an expired order warns against a second payment while the first may still come in (C36, ORDR-05, ORDR-07)', async ({
  checkout,
  player,
  sandbox,
}) => {
  await checkout.placeOrder(player);
  await sandbox.expireIn(await checkout.orderId(), 1);
  await checkout.page.reload();
  await checkout.seeResult('overdue');
  await checkout.press('Order details');
  const hint = checkout.page.locator('[data-screen="payment_detail"] [role="status"]').first();
  await expect(hint).toContainText("We didn't receive a payment in time. You can place this order again.");
  await expect(hint).toContainText("If you did pay, please don't pay again. We're still checking");
});

test('while the last check gets no response, Later, Completed and customer service work, and Escape closes the dialog (C8, RCHG-13, RCHG-14)', async ({
  checkout,
  player,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  const { page, dialog } = checkout;
  await page.clock.install();
  await checkout.placeOrder(player);
  await page.route('**/api/order/record', (route) => route.abort());
  await page.clock.fastForward(300_000);
  await checkout.seeDialog('last-check');
  await expect(dialog).toContainText("We can't connect right now, but we're still trying.");
  await expect(dialog.getByRole('link', { name: 'Customer service' })).toBeVisible();
  await Promise.all([page.waitForRequest('**/api/order/record'), checkout.press("I've paid")]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const toast = page.locator('[data-subject="orderSaved"]');
  await expect(toast).toContainText("Your order is saved. We're still checking for your payment.");
  await checkout.press(/^Continue to payment/);
  await checkout.seeDialog('last-check');
  await checkout.press('Later');
  await expect(dialog).toHaveCount(0);
});

test('a payment after the deadline turns an overdue order into a delivered one (C36, ORDR-05)', async ({
  checkout,
  player,
  sandbox,
}) => {
  await checkout.placeOrder(player);
  const order = await checkout.orderId();
  await sandbox.expireIn(order, 1);
  await checkout.page.reload();
  await checkout.seeResult('overdue');
  await sandbox.act(order, 'pay-late');
  await expect(checkout.page.locator('[data-payment="delivered"], [data-payment="paid"]')).toBeAttached({
    timeout: 40_000,
  });
  await expect(checkout.page.getByText(/payment came in late/)).toBeVisible();
});

test('closing the payment window reads the order long before its schedule would, and never changes its status (C7)', async ({
  checkout,
  player,
  sandbox,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429/);
  const { page } = checkout;
  // When the page regains the focus, it would read the order too.
  await page.addInitScript(() => {
    for (const type of ['focus', 'pageshow']) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    document.addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true);
  });
  const cashier = await checkout.placeOrder(player);
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
  await sandbox.act(orderId, 'pay');
  await checkout.seeResult('delivered');
});

test('the countdown follows the server, not a device that is a day ahead (RCHG-12, C13)', async ({
  page,
  checkout,
  player,
}) => {
  await page.clock.install({ time: Date.now() + 86_400_000 });
  await checkout.placeOrder(player);
  const left = await checkout.secondsLeft();
  expect(left).toBeGreaterThan(280);
  expect(left).toBeLessThanOrEqual(300);
});

test('the order page shows what was bought, and one copy contains everything for support, which npm run qa reads (RCHG-22, ORDR-07, ROUTE-08, RCHG-19)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  const amount = (await checkout.payButton.innerText()).replace(/^Pay /, '');
  const cashier = await checkout.pay();
  const order = await checkout.orderId();
  await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
  await checkout.seeResult('delivered');
  await checkout.press('Order details');
  await expect(page).toHaveURL(new RegExp(`/main/recharge/detail/${order}`));
  for (const label of [
    'Game',
    'Server',
    'Character',
    'Game account ID',
    'Contents',
    'Order amount',
    'Order type',
    'Order date',
  ])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })).toBeVisible();
  await expect(page.locator('main')).toContainText(amount);
  await expect(page.locator('main')).toContainText('Delivered');
  await page.getByRole('button', { name: 'Copy order details' }).click();
  const bundle = await checkout.copied();
  expect(bundle).toContain(order);
  expect(bundle).toMatch(/UTC/);

  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(token).not.toBe('');
  const breadcrumbs = bundle.slice(bundle.indexOf('Breadcrumbs 1'));
  expect(breadcrumbs.length).toBeLessThanOrEqual(1_500);
  for (const secret of [order, player.account, player.userId, player.email, token])
    expect(breadcrumbs).not.toContain(secret);
  expect(breadcrumbs).toMatch(/^Breadcrumbs 1 \(\d\d of \d+\)\n/);
  expect(breadcrumbs).toMatch(/\norder-detail[ .]/);
});

test('the order page shows the facts of the created order (ORDR-07, D30)', async ({ checkout, player }) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.pick('Server', /Jade Reef/);
  await checkout.seeScreen('item');
  await checkout.pick('Item', /^300 Star Gems/);
  await checkout.chooseChannel();
  const { uid, result } = await checkout.payAndReadOrder();
  const createdAt = new Date(result.create_ts * 1_000);
  const parts = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const [day, year, time] = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' })
    .format(createdAt)
    .split(', ');

  await checkout.open(`/main/recharge/detail/${result.sdk_order_id}`);
  await expect(page.locator('main [data-state="shown"]')).toBeVisible();
  const row = page.locator('main dl > div');
  const fact = (name: string) =>
    row.filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) }).getByRole('definition');
  expect(uid).toMatch(/^\d{6,}$/);
  await expect(fact('Order number')).toContainText(result.sdk_order_id);
  await expect(fact('Game')).toHaveText('Lantern Isles');
  await expect(fact('Server')).toHaveText('Jade Reef');
  await expect(fact('Character')).toHaveText('云中君');
  await expect(fact('Game account ID')).toHaveText(uid);
  await expect(fact('Contents').getByRole('listitem')).toHaveText(['Star Gems × 300', 'Star Gems (+5%) × 15']);
  await expect(fact('Order amount')).toHaveText('US$4.99');
  await expect(fact('Order type')).toHaveText('Game top-up');
  await expect(fact('Order date')).toHaveText(`${day}, ${year}, ${time} UTC`);
  await expect(fact('Order date').locator('time')).toHaveAttribute('datetime', createdAt.toISOString());
  await expect(page.getByRole('paragraph').filter({ hasText: /^US\$4\.99$/ })).toBeVisible();
});

test('the page scrolls to the picture of the payment result, below the header of a phone (RCHG-13)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await page.setViewportSize({ width: 390, height: 844 });
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await checkout.pay();
  const order = await checkout.orderId();
  await sandbox.act(order, 'decline');
  await sandbox.act(order, 'close');
  await checkout.seeResult('failed');
  const heading = page.locator('[data-payment="failed"] h2');
  await expect(heading).toBeFocused();
  const header = await page.getByRole('banner').boundingBox();
  const emblem = await page.locator('[data-payment="failed"] [role="status"] > :first-child').boundingBox();
  expect(emblem?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
});
