import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { test } from './pictures.fixture.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

type Awaiting = { readonly completed: string; readonly later: string };

const ENGLISH = new URL('../../locales/en-US.json', import.meta.url);
const { awaiting } = (
  JSON.parse(readFileSync(ENGLISH, 'utf8')) as { readonly payment: { readonly awaiting: Awaiting } }
).payment;

/** An item with a bonus and a gift. */
const chooseItem = (checkout: CheckoutModel): Promise<void> => checkout.group('Item').locator('label').nth(4).click();

for (const viewport of SIZES)
  test.describe(`screens at ${viewport.width} px`, () => {
    test.use({ viewport, colorScheme: 'dark' });
    test.beforeEach(({ expectedErrors }) => {
      test.slow();
      expectedErrors.push(/Failed to load resource|net::|ChunkFailure/);
    });

    test('login and new password', async ({ checkout, page, show }) => {
      await checkout.open('/login');
      await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
      await show('login');
      await checkout.press('Log in');
      await show('login-incomplete');
      await checkout.open('/login?reset=email');
      await expect(page.locator('input[autocomplete="new-password"]').last()).toBeVisible();
      await show('password-reset');
    });

    test('home, news and E Points', async ({ checkout, player, page, show }) => {
      await checkout.open('/main/home');
      await checkout.login(player);
      await expect(page.locator('main #news li h3')).toHaveCount(3);
      await show('home');
      await checkout.open('/main/event');
      await expect(page.locator('[data-screen="events"] [data-state="shown"]')).toBeVisible();
      await show('news');
      await page.locator('[data-screen="events"] a[href^="/main/event/detail/"]').first().click();
      await expect(page.locator('[data-screen="event-detail"] [data-state="shown"]')).toBeVisible();
      await show('announcement');
      await checkout.open('/main/recharge?target=epoint');
      await checkout.seeScreen('item');
      await show('epoint-1-packages');
    });

    test('pages with one message', async ({ checkout, player, page, sandbox, show }) => {
      await checkout.openTopUp(player);
      const client = await checkout.clientId();
      const heading = page.locator('main').getByRole('heading', { level: 1 });
      for (const [name, path] of [
        ['403', '/403'],
        ['404', '/no/such/page'],
      ] as const) {
        await checkout.open(path);
        await expect(heading).toBeVisible();
        await show(name);
      }
      await checkout.open('/main/recharge/detail/20261121-ABCDEF');
      await expect(page.locator('[data-screen="payment_detail"] [data-state="unknown"]')).toBeVisible();
      await show('order-unknown');
      await page.route(/\/assets\/account\.view-[\w-]+\.js$/, (route) => route.abort());
      await checkout.open('/main/account/user');
      await expect(page.locator('[data-state="load-error"]')).toBeVisible();
      await show('load-error');
      await sandbox.fault(client, '/api/user/uinfo', { kind: 'code', code: 20002, msg: '' });
      await page.reload();
      await expect(page.locator('[data-screen="logout"]')).toBeVisible();
      await show('logout-by-server');
    });

    test('a top-up', async ({ checkout, player, page, sandbox, show }) => {
      await checkout.openTopUp(player);
      const client = await checkout.clientId();
      await expect(checkout.group('Server')).toBeVisible();
      await show('recharge-1-server');
      await checkout.chooseServer();
      await show('recharge-2-role');
      await checkout.chooseRole();
      await show('recharge-3-item');
      await chooseItem(checkout);
      await checkout.seeScreen('channel');
      await show('recharge-4-channel');
      await checkout.chooseChannel();
      await show('recharge-5-confirm');
      await sandbox.fault(client, '/api/order/webProduct', { kind: 'changed-price' }, null);
      await sandbox.fault(client, '/api/order/webCreate', { kind: 'code', code: 30005, msg: '' });
      await checkout.payButton.click();
      await expect(page.getByText('The price has changed')).toBeVisible();
      await page.bringToFront();
      await show('recharge-6-price-changed');
    });

    test('a payment, and the account after it', async ({ checkout, player, page, sandbox, show }) => {
      await checkout.openTopUp(player);
      await checkout.chooseRecipient();
      await chooseItem(checkout);
      await checkout.chooseChannel();
      const cashier = await checkout.pay();
      await checkout.payUrl(cashier);
      await cashier.setViewportSize(viewport);
      await show('cashier', cashier);
      await page.bringToFront();
      await show('payment-1-waiting');
      const order = await checkout.orderId();
      const waiting = await checkout.dialog.innerText();
      await checkout.press(awaiting.completed);
      await expect(async () => expect(await checkout.dialog.innerText()).not.toBe(waiting)).toPass();
      await show('payment-2-not-received');
      await checkout.press(awaiting.later);
      await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
      await show('payment-3-later-banner');
      await checkout.press(/^Continue/);
      await checkout.seeDialog('awaiting');
      await sandbox.expireIn(order, 1);
      await checkout.seeResult('overdue');
      await show('payment-4-overdue');
      await sandbox.setStatus(order, 2);
      await checkout.seeResult('paid');
      await show('payment-5-paid');
      await sandbox.setStatus(order, 4);
      await checkout.seeResult('delivered');
      await show('payment-6-delivered');
      await checkout.press('Order details');
      await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
      await show('order-detail');

      const account = new AccountModel(page);
      await checkout.open('/main/account/user');
      await expect(page.locator('main').getByText('Aldric').first()).toBeVisible();
      await show('account-1-profile');
      await checkout.open('/main/account/recharge');
      await account.seeList('shown');
      await show('account-2-history');
      await checkout.open('/main/account/epoint');
      await account.seeList('shown');
      await show('account-3-record');
    });
  });
