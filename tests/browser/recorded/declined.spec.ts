import { expect, test } from '../qa.fixture.ts';

test('declined', async ({ checkout, player, sandbox, page }) => {
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
  await checkout.pick('Payment method', /^Credit or debit card/);
  await checkout.seeScreen('confirm');
  await checkout.pay();
  await page.bringToFront();
  await checkout.seeDialog('awaiting');
  await checkout.press("I've paid");
  await checkout.seeDialog('awaiting');
  const order = await checkout.orderId();
  await sandbox.act(order, 'close');
  await checkout.seeResult('failed');
  await expect(page.getByText('Payment failed').first()).toBeVisible();
  await expect(
    page
      .getByText(
        "Your payment wasn't completed, so nothing will be delivered. If you were charged anyway, send the order details to customer service.",
      )
      .first(),
  ).toBeVisible();
  expect(await page.evaluate(() => window.portalQa?.brokenRules())).toEqual([]);
});
