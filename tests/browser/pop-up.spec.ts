import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a blocked pop-up is replaced by a link, a QR code and a copy button, and the flow continues (RCHG-11, C5, C65)', {
  tag: '@windows',
}, async ({ checkout }) => {
  await checkout.openConfirmation();
  // User activation expires after five seconds, and every call of the test renews it: a timer clicks later.
  await checkout.payButton.evaluate((button: HTMLElement) => {
    setTimeout(() => button.click(), 9_000);
  });
  await checkout.page.waitForResponse(/webCreate$/);
  await checkout.seeDialog('awaiting');
  const link = checkout.dialog.getByRole('link', { name: 'Open the payment page' });
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(checkout.dialog.getByRole('img', { name: 'QR code for your payment page' })).toBeVisible();
  await checkout.dialog.getByRole('button', { name: 'Copy link' }).click();
  expect(await checkout.copied()).toBe(await link.getAttribute('href'));
  await expect(checkout.dialog).toContainText("The payment window didn't open");
  await checkout.press("I've paid");
  await expect(checkout.dialog).toContainText("We haven't received your payment yet");
  await expect(checkout.dialog).not.toContainText("The payment window didn't open");

  const cashier = await checkout.opened(link.click());
  expect(await cashier.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
  await checkout.seeResult('delivered');
});

test('while an order is being created the window shows what it is waiting for, the browser asks before the page is left, and a refusal closes the window (C6, C44, C65)', {
  tag: '@windows',
}, async ({ checkout, page, sandbox, context }) => {
  await checkout.openConfirmation();
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asks()).toBe(false);
  // Longer than user activation lasts: a window that opens with the response would be blocked.
  await sandbox.fault(await checkout.clientId(), '/api/order/webCreate', { kind: 'latency', ms: 7_000 }, 1);
  const cashier = await checkout.opened(checkout.payButton.click());
  await expect(cashier.locator('body')).toContainText('Placing your order…');
  expect(await asks()).toBe(true);
  await checkout.seeDialog('awaiting');
  expect(await asks()).toBe(false);
  await expect(checkout.dialog.getByRole('link', { name: 'Open the payment page' })).toHaveCount(0);
  expect(await checkout.payUrl(cashier)).toContain('/cashier/');
  const { origin, opener, referrer } = await cashier.evaluate(() => ({
    origin: location.origin,
    opener: window.opener,
    referrer: document.referrer,
  }));
  expect(opener).toBeNull();
  expect(['', `${origin}/`]).toContain(referrer);
  expect(context.pages()).toHaveLength(2);
  await page.bringToFront();
  await checkout.press('Later');
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();

  await checkout.chooseItem();
  await sandbox.fault(await checkout.clientId(), '/api/order/webCreate', { kind: 'closed-channel' }, 1);
  await checkout.seeScreen('confirm');
  const second = await checkout.opened(checkout.payButton.click());
  await checkout.seeScreen('channel');
  await expect.poll(() => second.isClosed()).toBe(true);
});

test('a reload while an order is being created closes its window, and leaves one with the payment page (C3, C6)', {
  tag: '@windows',
}, async ({ checkout, page, sandbox }) => {
  await checkout.openConfirmation();
  await sandbox.fault(await checkout.clientId(), '/api/order/webCreate', { kind: 'latency', ms: 5_000 }, 1);
  const blank = await checkout.opened(checkout.payButton.click());
  await expect(blank.locator('body')).toContainText('Placing your order…');
  await page.reload();
  await expect.poll(() => blank.isClosed()).toBe(true);
  await checkout.seeDialog('awaiting');
  await expect(checkout.dialog).toContainText("The payment window didn't open");
  await expect(checkout.dialog).not.toContainText('blocked');

  const link = checkout.dialog.getByRole('link', { name: 'Open the payment page' });
  const cashier = await checkout.opened(link.click());
  await expect(cashier.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await page.reload();
  await checkout.seeDialog('awaiting');
  expect(cashier.isClosed()).toBe(false);
});
