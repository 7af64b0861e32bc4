import { expect } from '@playwright/test';
import { ForeignReader } from './models/foreign-reader.model.ts';
import { test } from './portal.fixture.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('I18N-03 · nothing on the pages for everybody is hard-coded', async ({ checkout, player }) => {
  const { page } = checkout;
  const reader = new ForeignReader(page);
  await reader.settle();
  await checkout.open('/login');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  expect(await reader.hardCoded()).toEqual([]);
  await checkout.press('Log in');
  expect(await reader.hardCoded()).toEqual([]);
  await checkout.login(player);
  await expect(page.locator('main')).toHaveAttribute('data-screen', 'home');
  await expect(page.getByRole('heading', { name: 'Lantern Isles' }).first()).toBeVisible();
  expect(await reader.hardCoded()).toEqual([]);
  for (const [path, screen] of [
    ['/403', 'forbidden'],
    ['/nowhere', 'not-found'],
    ['/main/logout', 'logout'],
  ] as const) {
    await checkout.open(path);
    await expect(page.locator('main')).toHaveAttribute('data-screen', screen);
    expect(await reader.hardCoded()).toEqual([]);
  }
});

test('I18N-03 · nothing on the way through a top-up is hard-coded', async ({ checkout, player, sandbox }) => {
  test.slow();
  const { page } = checkout;
  const reader = new ForeignReader(page);
  await reader.settle();
  await checkout.openTopUp(player);
  expect(await reader.hardCoded()).toEqual([]);
  await checkout.chooseRecipient();
  expect(await reader.hardCoded()).toEqual([]);
  await checkout.chooseItem();
  await checkout.seeScreen('channel');
  expect(await reader.hardCoded()).toEqual([]);
  await checkout.chooseChannel();
  expect(await reader.hardCoded()).toEqual([]);
  const cashier = await checkout.pay();
  expect(await reader.hardCoded()).toEqual([]);
  const orderId = await checkout.orderId();
  await checkout.press('Later');
  expect(await reader.hardCoded()).toEqual([]);
  await cashier.close();
  await checkout.open(`/main/recharge/detail/${orderId}`);
  await expect(page.getByText('Unpaid').first()).toBeVisible();
  expect(await reader.hardCoded()).toEqual([]);
  await sandbox.act(orderId, 'pay');
  await page.reload();
  await expect(page.getByText('Delivered').first()).toBeVisible({ timeout: 20_000 });
  expect(await reader.hardCoded()).toEqual([]);
});
