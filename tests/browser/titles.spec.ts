import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

test('the title shows the page and the state of the payment, and follows the language (ROUTE-12, RCHG-13, D25, I18N-03)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  await expect(page).toHaveTitle('Top up · Aurora Gate');
  const cashier = await checkout.pay();
  await expect(page).toHaveTitle('Waiting for your payment · Top up · Aurora Gate');
  await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveTitle('✓ Delivered · Top up · Aurora Gate');
  const language = page.locator('select:has(option[value="en-US"])').locator('visible=true').first();
  await language.selectOption('de-DE');
  await expect(page).toHaveTitle('✓ Geliefert · Aufladen · Aurora Gate');
  await language.selectOption('en-US');
  await checkout.press('Top up again');
  await expect(page).toHaveTitle('Top up · Aurora Gate');
});
