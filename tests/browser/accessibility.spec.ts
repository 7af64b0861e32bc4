import { expect } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { pauseClock } from './paused-clock.ts';
import { test } from './portal.fixture.ts';

for (const width of [390, 1280] as const)
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('C42 · axe finds no violations during a top-up', async ({ checkout, player, sandbox }) => {
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
      await expect(page.getByLabel('Confirm new password')).toBeVisible();
      await checkout.press('Set new password');
      await look('new password with errors');
      await checkout.open('/login?redirect=%2Fmain%2Frecharge');
      await page.getByRole('radio', { name: 'Phone' }).click();
      await page.getByLabel('Phone number').fill(player.phone);
      await checkout.press('Send code');
      await expect(page.getByText('We sent a code to')).toBeVisible();
      await look('login by phone');
      await page.getByRole('radio', { name: 'Account' }).click();
      await checkout.login(player);
      await checkout.seeScreen('server');
      await expect(checkout.group('Server')).toBeVisible();
      await look('server');
      await checkout.chooseServer();
      await look('role');
      await checkout.chooseRole();
      await expect(checkout.group('Item')).toBeVisible();
      await look('item');
      await checkout.chooseItem();
      await expect(checkout.group('Payment method')).toBeVisible();
      await look('channel');
      await checkout.chooseChannel();
      await look('confirm');
      await checkout.pay();
      await look('payment dialog');
      await checkout.press("I've paid");
      await look('not received yet');
      const order = await checkout.orderId();
      await sandbox.act(order, 'pay');
      await checkout.seeResult('delivered');
      await look('delivered');
      await checkout.press('Order details');
      await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
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

test('C42 · a screen reader hears the time left to pay at three minutes, one minute and 20 seconds, and not in between', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await page.clock.install();
  await checkout.placeOrder(player);
  await page.bringToFront();
  await pauseClock(page);
  const timer = checkout.dialog.getByRole('timer');
  const spoken = checkout.dialog.locator('[role="timer"] + [aria-live="polite"]');
  /** Advances the clock as in a tab that slept: each due timer fires once. */
  const sleepUntil = async (seconds: number): Promise<void> => {
    await page.clock.fastForward(((await checkout.secondsLeft()) - seconds) * 1_000);
    // The next second may end a few milliseconds later.
    await expect(async () => {
      if ((await checkout.secondsLeft()) > seconds) await page.clock.runFor(1);
      expect(await checkout.secondsLeft()).toBe(seconds);
    }).toPass();
  };
  const expectAt = async (seconds: number, clock: string, text: string): Promise<void> => {
    await sleepUntil(seconds);
    await expect(timer).toContainText(clock);
    await expect(spoken).toHaveText(text);
  };
  await expectAt(181, '3:01', '');
  await expectAt(180, '3:00', '3 minutes left to pay');
  await expectAt(61, '1:01', '3 minutes left to pay');
  await expectAt(60, '1:00', '1 minute left to pay');
  await expectAt(21, '0:21', '1 minute left to pay');
  await expectAt(20, '0:20', '20 seconds left to pay');
});
