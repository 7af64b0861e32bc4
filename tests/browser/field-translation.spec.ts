import { expect, type Page } from '@playwright/test';
import type { CheckoutModel } from './models/checkout.model.ts';
import { TranslationModel } from './models/translation.model.ts';
import { test } from './portal.fixture.ts';

const seeError = async (page: Page): Promise<void> => {
  await expect(page.locator('form').getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
};

/** Provokes the errors of a form, then types the first letter into each field. */
const typeAfterErrors = async ({ page }: CheckoutModel, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await seeError(page);
  for (const field of await page.locator('form input:not([type=radio])').all()) {
    await field.pressSequentially('a1');
    await field.fill('');
  }
};

test('the browser translates the page: each form survives the first letter after an error (BRWS-03)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const translation = new TranslationModel(page);
  await translation.start();
  await checkout.open('/login');
  await typeAfterErrors(checkout, 'Log in');
  await page.getByRole('radio', { name: 'Phone' }).click();
  await typeAfterErrors(checkout, 'Log in');
  await page.getByLabel('Phone number').fill('2025550123');
  await checkout.press('Send code');
  await expect(page.locator('form').getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await page.getByLabel('Phone number').fill('2025550124');
  for (const way of ['email', 'phone']) {
    await checkout.open(`/login?reset=${way}`);
    await typeAfterErrors(checkout, 'Set new password');
  }
  await translation.seeNoDamage();
});

test('the browser translates the page: a top-up from the login to the delivered order (BRWS-03)', async ({
  checkout,
  player,
  sandbox,
}) => {
  test.slow();
  const { page } = checkout;
  const translation = new TranslationModel(page);
  await translation.start();
  await checkout.logInToTopUp(player);
  await checkout.chooseRole();
  await checkout.chooseItem();
  await checkout.seeScreen('channel');
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
