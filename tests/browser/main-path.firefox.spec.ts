import { expect } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import { test } from './portal.fixture.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a player logs in, pays in a new window, sees the items delivered and the order in the history, and logs out (RCHG-01, RCHG-11, SESS-01, SESS-06, SESS-09, ORDR-06)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const account = new AccountModel(page);
  await checkout.open('/main/recharge');
  // In Firefox, fill() sets the value by a script that React ignores.
  await page.getByLabel('Username or email').pressSequentially(player.account);
  await page.getByLabel('Password', { exact: true }).pressSequentially(player.password);
  await checkout.press('Log in');
  await checkout.seeScreen('server');
  // Firefox does not support `corner-shape`, so backgrounds draw the cut corners.
  const card = checkout.group('Character').locator('label').first();
  await expect(card).toHaveCSS('border-radius', '0px');
  await expect(card).toHaveCSS('background-image', /^linear-gradient\(225deg.*, linear-gradient\(225deg/);
  await checkout.walkToConfirm();
  const cashier = await checkout.pay();
  await expect(checkout.dialog).toContainText('Finish your payment in the new window');

  const pay = cashier.getByRole('button', { name: 'Pay', exact: true });
  await expect(pay).toBeVisible();
  expect(await cashier.evaluate(() => window.opener)).toBeNull();
  await pay.click();
  await checkout.seeResult('delivered');
  await expect(page.getByRole('heading', { name: 'Delivered', exact: true })).toBeVisible();
  const orderId = await checkout.orderId();

  const openMenu = page.locator('[popovertarget="account-menu"]').locator('visible=true');
  const menu = page.locator('#account-menu');
  await openMenu.click();
  await menu.getByRole('link', { name: 'Top-up history' }).click();
  await account.seeList('shown');
  const order = account.rows.filter({ hasText: orderId });
  await expect(order).toContainText('Delivered');

  await openMenu.click();
  await menu.getByRole('button', { name: 'Log out' }).click();
  await expect(page.locator('[data-state="logged-out"]')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
