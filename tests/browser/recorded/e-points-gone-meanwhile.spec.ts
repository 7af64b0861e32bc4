import { createPlayer } from '../portal.fixture.ts';
import { expect, test } from '../qa.fixture.ts';

test('e-points-gone-meanwhile', async ({ checkout, sandbox, page, expectedErrors, request, portalUrl }) => {
  expectedErrors.push(/Failed to load resource|net::|ChunkFailure|203/);
  const player = await createPlayer(request, portalUrl, { basic: 2000, present: 0 });
  const client = await checkout.useClientId();
  await checkout.open('/main/recharge');
  await expect(page.locator('[data-screen="login"] [data-state="form"]').first()).toBeVisible();
  await checkout.login(player);
  await checkout.seeScreen('server');
  await checkout.pick('Server', /^Dawn Harbor/);
  await checkout.seeScreen('role');
  await checkout.group('Character').locator('label').nth(0).click();
  await checkout.seeScreen('item');
  await checkout.pick('Item', /^60 Star Gems/);
  await checkout.seeScreen('channel');
  await checkout.pick('Payment method', /^E Points/);
  await checkout.seeScreen('confirm');
  await sandbox.givePoints(player.userId, -1999);
  await checkout.payButton.click();
  await expect(page.locator('[data-points="insufficient"]').first()).toBeVisible();
  await expect(
    page
      .getByText("You need 98 EP more. Top up before the timer runs out, and we'll bring you back to this order.")
      .first(),
  ).toBeVisible();
  await checkout.press('Top up E Points');
  await checkout.seeScreen('item');
  await expect(page.getByText('You need 98 EP more for your order').first()).toBeVisible();
  await checkout.pick('E Points', /^100 EP/);
  await checkout.seeScreen('channel');
  await checkout.pick('Payment method', /^Credit or debit card/);
  await checkout.seeScreen('confirm');
  await checkout.pay();
  await page.bringToFront();
  await checkout.seeDialog('awaiting');
  const order = await checkout.orderId();
  await sandbox.act(order, 'pay');
  await checkout.seeResult('delivered');
  await expect(page.getByText('E Points added').first()).toBeVisible();
  await expect(page.getByText("They're in your balance and ready to use.").first()).toBeVisible();
  await checkout.press('Back to your order');
  await expect(page.locator('[data-points="payable"]').first()).toBeVisible();
  await sandbox.fault(client, '/api/payment/order/epoint/pay', { kind: 'code', code: 10001, msg: '' });
  await checkout.payButton.click();
  await expect(page.locator('[data-points="refused"]').first()).toBeVisible();
  await checkout.press('Try again');
  await checkout.seeResult('delivered');
  await expect(page.getByText('Delivered').first()).toBeVisible();
  await expect(page.getByText('Your items are in your game. Have fun!').first()).toBeVisible();
  expect(await page.evaluate(() => window.portalQa?.brokenRules())).toEqual([]);
});
