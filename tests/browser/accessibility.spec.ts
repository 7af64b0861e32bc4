import { expect } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { test } from './portal.fixture.ts';

test('axe finds no violations in the menu of the account and next to the fields of a form', async ({ checkout }) => {
  const { page } = checkout;
  const axe = new AxeModel(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await checkout.enterAsNew('/main/account/user');
  await expect(page.getByRole('link', { name: 'Top up E Points' })).toBeVisible();
  await page.locator('[popovertarget="account-menu"]').first().click();
  await expect(page.locator('#account-menu')).toBeVisible();
  await axe.look('account menu');
  await page.evaluate(() => localStorage.removeItem('token'));
  await checkout.open('/login?reset=email');
  await expect(page.getByLabel('Confirm new password')).toBeVisible();
  await checkout.press('Set new password');
  await axe.look('new password with errors');
  expect(axe.found).toEqual({});
});

const BROKEN = { kind: 'status', status: 503 };

test('after Try again by keyboard the heading of a page has the focus once it is loaded, not before (ERRS-06, ERRS-07, RCHG-03)', async ({
  checkout,
  sandbox,
}) => {
  test.slow();
  checkout.expectedErrors.push(/503/);
  const { page } = checkout;
  await checkout.enterAsNew('/403');
  const clientId = await checkout.clientId();
  for (const [path, call, heading] of [
    ['/main/account/recharge', '/api/order/record', { level: 2, name: 'Your top-ups' }],
    ['/main/account/epoint', '/api/epoint/record', { level: 2, name: /^E.Point history$/ }],
    ['/main/event', '/api/setting/webArticle', { level: 1, name: 'News and events' }],
    ['/main/event/detail/1011', '/api/setting/webArticleDetail', { level: 1 }],
    ['/main/recharge/detail/250101-NONE-0000-0001', '/api/order/record', { level: 1, name: 'Order details' }],
    ['/main/recharge?target=epoint', '/api/e-recharge/items', { level: 2, name: /How many E.Points/ }],
    ['/main/recharge', '/api/user/webRole', { level: 2, name: /Which character is this for/ }],
  ] as const)
    await test.step(path, async () => {
      await sandbox.fault(clientId, call, path === '/main/recharge' ? { kind: 'malformed' } : BROKEN, null);
      await checkout.open(path);
      const retry = page.locator('main').getByRole('button', { name: 'Try again' });
      await expect(retry).toBeVisible();
      await expect(page.locator('body')).toBeFocused();
      await sandbox.clearFaults(clientId);
      await retry.press('Enter');
      await expect(retry).toHaveCount(0);
      await expect(page.getByRole('heading', heading)).toBeFocused();
    });
});

test('closing a toast by keyboard leads to the next, and one without focus disappears, also after the mouse closed another', async ({
  checkout,
}) => {
  checkout.expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const { page } = checkout;
  await page.clock.install();
  await checkout.enterAsNew('/main/home?appleId=false');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const close = toasts.getByRole('button', { name: 'Close notification' });
  await expect(close).toHaveCount(1);
  await close.focus();
  await checkout.loseConnection();
  await expect(close).toHaveCount(2);
  // One with the focus stays while the pointer moves across it.
  await toasts.hover();
  await page.mouse.move(1, 1);
  for (let second = 0; second < 20; second += 1) await page.clock.runFor(1_000);
  await expect(close.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(close).toHaveCount(1);
  await expect(close).toBeFocused();
  await page.getByRole('banner').getByRole('link').first().focus();
  await expect(close).toHaveCount(0);

  await checkout.open('/main/home?appleId=false');
  await expect(close).toHaveCount(1);
  // A call that the lost connection ends has a toast of its own.
  await page.waitForLoadState('networkidle');
  await checkout.loseConnection();
  await toasts.hover();
  await close.first().click();
  await expect(close).toHaveCount(1);
  await page.mouse.move(1, 1);
  await expect(close).toHaveCount(0);
});
