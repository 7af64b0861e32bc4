import { expect } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { test } from './portal.fixture.ts';

for (const theme of ['dark', 'light'] as const)
  for (const width of [390, 1280] as const)
    test.describe(`${theme} at ${width}`, () => {
      test.use({ colorScheme: theme, viewport: { width, height: 900 } });

      test('C42 · axe finds nothing on the way through a top-up', async ({ checkout, player, sandbox }) => {
        test.slow();
        const { page } = checkout;
        const axe = new AxeModel(page);
        const look = (name: string) => axe.look(name);
        await checkout.open('/no/such/page');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look('404');
        await checkout.open('/403');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look('403');
        await checkout.open('/main/recharge');
        await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
        await look('login');
        await checkout.press('Log in');
        await look('login with errors');
        await checkout.open('/login?reset=email');
        await expect(page.getByLabel('New password again')).toBeVisible();
        await checkout.press('Set new password');
        await look('new password with errors');
        await checkout.open('/login?redirect=%2Fmain%2Frecharge');
        await page.getByRole('radio', { name: 'By phone' }).click();
        await page.getByLabel('Phone number').fill(player.phone);
        await checkout.press('Send code');
        await expect(page.getByText('A code is on its way')).toBeVisible();
        await look('login by phone');
        await page.getByRole('radio', { name: 'By account' }).click();
        await checkout.login(player);
        await checkout.seeScreen('recipient');
        await expect(checkout.group('Server')).toBeVisible();
        await look('recipient');
        await checkout.chooseRecipient();
        await expect(checkout.group('Item')).toBeVisible();
        await look('item');
        await checkout.chooseItem();
        await expect(checkout.group('Payment method')).toBeVisible();
        await look('channel');
        await checkout.chooseChannel();
        await look('confirm');
        await checkout.pay();
        await look('payment dialog');
        await checkout.press('Completed');
        await look('not received yet');
        const order = await checkout.orderId();
        await sandbox.act(order, 'pay');
        await checkout.seeResult('delivered');
        await look('delivered');
        await checkout.press('Order details');
        await expect(page.locator('[data-screen="order-detail"] [data-state="shown"]')).toBeVisible();
        await look('order detail');
        await checkout.open('/main/home');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look('home');
        await checkout.open('/main/logout?id=23');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look('logout');
        expect(axe.found).toEqual({});
      });
    });
