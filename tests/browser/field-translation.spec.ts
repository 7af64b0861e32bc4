import { expect } from '@playwright/test';
import { TranslationModel } from './models/translation.model.ts';
import { test } from './portal.fixture.ts';

test('the browser translates the page: a form survives the first letter after an error, and a top-up leads from the login to the delivered order (BRWS-03)', async ({
  checkout,
  player,
  sandbox,
}) => {
  test.slow();
  const { page } = checkout;
  const translation = new TranslationModel(page);
  await translation.start();
  await checkout.open('/main/recharge');
  await checkout.press('Log in');
  await expect(page.locator('form').getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(2);
  for (const field of await page.locator('form input:not([type=radio])').all()) await field.pressSequentially('a1');
  await checkout.login(player);
  await checkout.seeScreen('server');
  await checkout.walkToChannel();
  await page.goBack();
  await checkout.seeScreen('item');
  await checkout.group('Item').locator('label').nth(2).click();
  await checkout.chooseChannel();
  const cashier = await checkout.pay();
  const order = await checkout.orderId();
  await checkout.press('Later');
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await cashier.close();
  await checkout.open(`/main/recharge/detail/${order}`);
  await expect(page.getByText('Unpaid').first()).toBeVisible();
  await sandbox.act(order, 'pay');
  await expect(page.getByText('Delivered').first()).toBeVisible();
  await translation.seeNoDamage();
});
