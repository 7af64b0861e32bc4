import { expect } from '@playwright/test';
import { LocalizedReader } from './models/localized-reader.model.ts';
import { test } from './portal.fixture.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('I18N-03 · no text on the public pages is hard-coded', async ({ checkout, player }) => {
  const { page } = checkout;
  const reader = new LocalizedReader(page);
  await reader.settle();
  await checkout.open('/login');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await reader.seesNothingHardCoded();
  await checkout.press('Log in');
  await reader.seesNothingHardCoded();
  await checkout.login(player);
  await expect(page.locator('main')).toHaveAttribute('data-screen', 'home');
  await expect(page.getByRole('heading', { name: 'Lantern Isles' }).first()).toBeVisible();
  await reader.seesNothingHardCoded();
  for (const [path, screen] of [
    ['/403', 'forbidden'],
    ['/nowhere', 'not-found'],
    ['/main/logout', 'logout'],
  ] as const) {
    await checkout.open(path);
    await expect(page.locator('main')).toHaveAttribute('data-screen', screen);
    await reader.seesNothingHardCoded();
  }
});

test('I18N-03 · no text in a top-up is hard-coded', async ({ checkout, player, sandbox }) => {
  test.slow();
  const { page } = checkout;
  const reader = new LocalizedReader(page);
  await reader.settle();
  await checkout.openTopUp(player);
  await reader.seesNothingHardCoded();
  await checkout.chooseRecipient();
  await reader.seesNothingHardCoded();
  await checkout.chooseItem();
  await checkout.seeScreen('channel');
  await reader.seesNothingHardCoded();
  await checkout.chooseChannel();
  await reader.seesNothingHardCoded();
  const cashier = await checkout.pay();
  await reader.seesNothingHardCoded();
  const orderId = await checkout.orderId();
  await checkout.press('Later');
  await reader.seesNothingHardCoded();
  await cashier.close();
  await checkout.open(`/main/recharge/detail/${orderId}`);
  await expect(page.getByText('Unpaid').first()).toBeVisible();
  await reader.seesNothingHardCoded();
  await sandbox.act(orderId, 'pay');
  await page.reload();
  await expect(page.getByText('Delivered').first()).toBeVisible({ timeout: 20_000 });
  await reader.seesNothingHardCoded();
});

test('I18N-03 · no text in the account is hard-coded', async ({ checkout, player }) => {
  test.slow();
  const { page } = checkout;
  const reader = new LocalizedReader(page);
  await reader.settle();
  const cashier = await checkout.placeOrder(player);
  await checkout.press('Later');
  await cashier.close();
  for (const [section, heading] of [
    ['user', 'Account'],
    ['recharge', 'Your top-ups'],
    ['epoint', 'E Point history'],
  ] as const) {
    await checkout.open(`/main/account/${section}`);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await reader.seesNothingHardCoded();
  }
});

test('I18N-03 · no text on the news and E Point pages is hard-coded', async ({ checkout, player }) => {
  test.slow();
  const { page } = checkout;
  const reader = new LocalizedReader(page);
  await reader.settle();
  await checkout.open('/main/event');
  await checkout.login(player);
  await expect(page.getByRole('heading', { level: 1, name: 'News and events' })).toBeVisible();
  await expect(page.locator('main a[href^="/main/event/detail/"]').first()).toBeVisible();
  await reader.seesNothingHardCoded();
  await checkout.open('/main/event/detail/none');
  await expect(page.getByRole('heading', { name: "This article doesn't exist" })).toBeVisible();
  await reader.seesNothingHardCoded();
  await checkout.open('/main/recharge?target=epoint');
  await expect(page.getByRole('heading', { name: 'How many E Points would you like?' })).toBeVisible();
  await reader.seesNothingHardCoded();
});
