import { expect } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import { test } from './pictures.fixture.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** The screens of docs/screens and README.md. The gallery draws every screen. */
for (const viewport of SIZES)
  test.describe(`screens at ${viewport.width} px`, () => {
    test.use({ viewport, colorScheme: 'dark' });
    test.beforeEach(() => test.slow());

    test('login', async ({ checkout, page, show }) => {
      await checkout.open('/login');
      await expect(page.getByLabel('Username or email')).toBeVisible();
      await show('login');
    });

    test('home and E Points', async ({ checkout, player, page, show }) => {
      await checkout.enter(player, '/main/home');
      await expect(page.locator('main #news li h3')).toHaveCount(3);
      await show('home');
      await checkout.open('/main/recharge?target=epoint');
      await checkout.seeScreen('item');
      await show('epoint-1-packages');
    });

    test('a top-up, and the account after it', async ({ checkout, player, page, sandbox, show }) => {
      await checkout.openTopUp(player);
      await checkout.chooseRole();
      await show('recharge-3-item');
      // An item with a bonus and a gift.
      await checkout.group('Item').locator('label').nth(4).click();
      await checkout.chooseChannel();
      await show('recharge-5-confirm');
      const cashier = await checkout.pay();
      await checkout.payUrl(cashier);
      await page.bringToFront();
      await show('payment-1-waiting');
      await checkout.deliver(sandbox);
      await show('payment-6-delivered');
      await checkout.press('Order details');
      await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
      await show('order-detail');
      await checkout.open('/main/account/recharge');
      await new AccountModel(page).seeList('shown');
      await show('account-2-history');
    });
  });
