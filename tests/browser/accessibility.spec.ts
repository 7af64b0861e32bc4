import { expect } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { pauseClock } from './paused-clock.ts';
import { type Player, test } from './portal.fixture.ts';

for (const width of [390, 1280] as const)
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('axe finds no violations during a top-up', async ({ checkout, player, sandbox }) => {
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

test.describe('after Try again by keyboard', () => {
  const BROKEN = { kind: 'status', status: 503 };

  for (const [path, call, heading] of [
    ['/main/account/recharge', '/api/order/record', { level: 2, name: 'Your top-ups' }],
    ['/main/account/epoint', '/api/epoint/record', { level: 2, name: /^E.Point history$/ }],
    ['/main/event', '/api/setting/webArticle', { level: 1, name: 'News and events' }],
    ['/main/event/detail/1011', '/api/setting/webArticleDetail', { level: 1 }],
    ['/main/recharge/detail/250101-NONE-0000-0001', '/api/order/record', { level: 1, name: 'Order details' }],
    ['/main/recharge?target=epoint', '/api/e-recharge/items', { level: 2, name: /How many E.Points/ }],
  ] as const)
    test(`ERRS-06 · the heading of ${path} has the focus once it is loaded, not before`, async ({
      checkout,
      player,
      sandbox,
      expectedErrors,
    }) => {
      expectedErrors.push(/503/);
      const { page } = checkout;
      await checkout.enter(player, '/403');
      const clientId = await checkout.clientId();
      await sandbox.fault(clientId, call, BROKEN, null);
      await checkout.open(path);
      const retry = page.locator('main').getByRole('button', { name: 'Try again' });
      await expect(retry).toBeVisible();
      await expect(page.locator('body')).toBeFocused();
      await sandbox.clearFaults(clientId);
      await retry.press('Enter');
      await expect(retry).toHaveCount(0);
      await expect(page.getByRole('heading', heading)).toBeFocused();
    });

  test('ERRS-06 · the heading has the focus when the portal fails to start again, and when it starts', async ({
    checkout,
    player,
    expectedErrors,
  }) => {
    expectedErrors.push(/503/);
    const { page } = checkout;
    const CONFIG = '**/api/setting/init';
    await page.route(CONFIG, (route) => route.fulfill({ status: 503 }));
    await checkout.enter(player, '/main/account/user');
    const retry = page.getByRole('button', { name: 'Try again' });
    for (const answer of ['failed', 'loaded']) {
      await retry.focus();
      if (answer === 'loaded') await page.unroute(CONFIG);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
    await expect(page.locator('main')).toContainText('Aldric');
  });
});

test.describe('the toasts', () => {
  /** Shows two toasts, and puts the focus on the button that closes the first. */
  const showTwo = async (checkout: CheckoutModel, player: Player, expectedErrors: RegExp[]) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    const { page } = checkout;
    await page.clock.install();
    await checkout.enter(player, '/main/home?appleId=false');
    const toasts = page.getByRole('region', { name: 'Notifications' });
    const close = toasts.getByRole('button', { name: 'Close notification' });
    await expect(close).toHaveCount(1);
    await close.focus();
    await checkout.loseConnection();
    await expect(close).toHaveCount(2);
    return { page, toasts, close };
  };

  test('closing one by keyboard leads to the next, and a toast without focus disappears', async ({
    checkout,
    player,
    expectedErrors,
  }) => {
    const { page, close } = await showTwo(checkout, player, expectedErrors);
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(1);
    await expect(close).toBeFocused();
    await page.getByRole('banner').getByRole('link').first().focus();
    await expect(close).toHaveCount(0);
  });

  test('closing the last one by keyboard lets the others disappear', async ({ checkout, player, expectedErrors }) => {
    const { page, close } = await showTwo(checkout, player, expectedErrors);
    await close.last().focus();
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(0);
  });

  test('closing one by mouse lets the others disappear', async ({ checkout, player, expectedErrors }) => {
    const { page, toasts, close } = await showTwo(checkout, player, expectedErrors);
    await toasts.hover();
    await close.first().blur();
    await close.first().click();
    await expect(close).toHaveCount(1);
    await page.mouse.move(1, 1);
    await expect(close).toHaveCount(0);
  });

  test('one with the focus stays while the pointer moves across it', async ({ checkout, player, expectedErrors }) => {
    const { page, toasts, close } = await showTwo(checkout, player, expectedErrors);
    await toasts.hover();
    await page.mouse.move(1, 1);
    for (let second = 0; second < 20; second += 1) await page.clock.runFor(1_000);
    await expect(close.first()).toBeFocused();
  });
});
