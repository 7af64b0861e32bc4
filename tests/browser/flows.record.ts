import { CheckoutModel } from './models/checkout.model.ts';
import { expect, placeOrder, test } from './record.fixture.ts';

test('happy-path', async ({ checkout, player }) => {
  await placeOrder(checkout, player);
  await checkout.deliver();
});

test('blocked-pop-up', async ({ checkout, player }) => {
  await checkout.logInToTopUp(player);
  await checkout.walkToConfirm();
  await checkout.blockPopUps();
  await checkout.payButton.click();
  await expect(checkout.dialog.getByRole('link', { name: 'Open the payment page' })).toBeVisible();
  await checkout.deliver();
});

test('link-from-the-game', async ({ checkout, player, newPlayer, sandbox }) => {
  await checkout.logInToTopUp(player);
  const ticket = await sandbox.ticketOf(await newPlayer());
  await checkout.open(`/main/recharge?item=lantern.gems.60&ticket=${ticket}`);
  await checkout.seeDialog('choosing');
  await checkout.press(/^Continue as /);
  await checkout.seeScreen('server');
  await checkout.group('Character').locator('label:not([data-disabled])').first().click();
  await checkout.chooseChannel();
  await checkout.payAndStay();
  await checkout.deliver();
});

test('reload', async ({ checkout, player, page }) => {
  const order = await placeOrder(checkout, player);
  await page.waitForResponse('**/api/order/record');
  await page.reload();
  await checkout.seeDialog('awaiting');
  await checkout.deliver(order);
});

test('session-expired-in-mid-poll', async ({ checkout, player, sandbox, page }) => {
  checkout.expectedErrors.push(/203|status of 203/);
  await placeOrder(checkout, player);
  await sandbox.fault(await checkout.clientId(), '/api/order/record', { kind: 'token-invalid' });
  await expect(page.getByRole('dialog')).toContainText(/expired|log in again/i);
  await page.getByRole('dialog').getByRole('button').first().click();
  await checkout.login(player);
  await checkout.seeDialog('awaiting');
});

test('signed-out-by-the-server', async ({ checkout, player, sandbox, page }) => {
  await placeOrder(checkout, player);
  await sandbox.fault(await checkout.clientId(), '/api/order/record', { kind: 'forced-logout' });
  await expect(page).toHaveURL(/\/main\/logout\?id=23/);
});

test('expiry-and-resubmit', async ({ checkout, player, sandbox }) => {
  const first = await placeOrder(checkout, player);
  await sandbox.expireIn(first, 1);
  await checkout.seeResult('overdue');
  await checkout.press('Place order again');
  await checkout.seeScreen('confirm');
  const second = await checkout.payAndStay();
  expect(second).not.toBe(first);
  await checkout.deliver(second);
});

test('late-payment', async ({ checkout, player, sandbox, page }) => {
  const order = await placeOrder(checkout, player);
  await sandbox.expireIn(order, 1);
  await checkout.seeResult('overdue');
  await sandbox.act(order, 'pay-late');
  await expect(page.locator('[data-payment="delivered"], [data-payment="paid"]')).toBeAttached({ timeout: 40_000 });
});

test('in-flight-at-deadline', async ({ checkout, player, sandbox }) => {
  const order = await placeOrder(checkout, player);
  await sandbox.act(order, 'never');
  const client = await checkout.clientId();
  await sandbox.fault(client, '/api/order/record', { kind: 'latency', ms: 4_000 }, null);
  await checkout.letPass(300);
  await expect(checkout.dialog).toHaveAttribute('data-state', 'last-check', { timeout: 20_000 });
  await sandbox.clearFaults(client);
  await expect(checkout.dialog).toHaveAttribute('data-state', 'awaiting', { timeout: 20_000 });
  await expect(checkout.dialog.getByRole('button', { name: "I've paid" })).toBeVisible();
});

test('declined', async ({ checkout, player, sandbox, page }) => {
  const order = await placeOrder(checkout, player);
  await sandbox.act(order, 'decline');
  await page.context().pages()[1]?.close();
  await expect(checkout.dialog).toContainText('Did you pay?');
  await checkout.press("I've paid");
  await expect(checkout.dialog).toContainText("We haven't received your payment yet");
  await sandbox.act(order, 'close');
  await checkout.seeResult('failed');
});

test('e-points-insufficient', async ({ checkout, player, page }) => {
  await checkout.logInToTopUp(player);
  await checkout.chooseRole();
  await checkout.pick('Item', /3,772/);
  await checkout.seeScreen('channel');
  await checkout.pick('Payment method', /E Points/);
  await checkout.seeScreen('confirm');
  await expect(page.getByText("You don't have enough E Points. Top up to continue.").first()).toBeVisible();
  await expect(page.getByText(/is enough/)).toBeVisible();
  await checkout.press('Top up E Points');
  await expect(page).toHaveURL(/target=epoint&step=confirm/);
});

test('two-tabs', async ({ checkout, player, sandbox, page, context, otherTabs }) => {
  const order = await placeOrder(checkout, player);
  const other = new CheckoutModel(await context.newPage());
  otherTabs.push(other.page);
  await other.open('/main/recharge');
  await other.seeDialog('awaiting');
  await sandbox.act(order, 'pay');
  await other.seeResult('delivered');
  await page.bringToFront();
  await checkout.seeResult('delivered');
});
