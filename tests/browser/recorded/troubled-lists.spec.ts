import { expect, test } from '../qa.fixture.ts';

test('troubled-lists', async ({ checkout, player, sandbox, page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|net::|ChunkFailure|203/);
  const client = await checkout.useClientId();
  await checkout.open('/main/recharge');
  await expect(page.locator('[data-screen="login"] [data-state="form"]').first()).toBeVisible();
  await sandbox.fault(client, '/api/user/webRole', { kind: 'malformed' });
  await checkout.login(player);
  await checkout.seeScreen('server');
  await expect(page.getByText("We couldn't load the servers").first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' }).locator('visible=true').first()).toBeVisible();
  await sandbox.fault(client, '/api/user/webRole', { kind: 'no-rows' });
  await checkout.press('Try again');
  await checkout.seeScreen('server');
  await expect(page.getByText('No characters yet').first()).toBeVisible();
  await expect(
    page.getByText("You don't have a character in this game yet. Create one in the game, then try again.").first(),
  ).toBeVisible();
  await checkout.press('Try again');
  await checkout.seeScreen('server');
  await checkout.pick('Server', /^Quiet Cove/);
  await checkout.seeScreen('role');
  await expect(page.getByText("You don't have a character on this server").first()).toBeVisible();
  await expect(
    page.getByText('Create one on this server in the game, then try again, or choose another server.').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' }).locator('visible=true').first()).toBeVisible();
  await sandbox.fault(client, '/api/user/webRole', { kind: 'status', status: 503 });
  await checkout.press('Try again');
  await checkout.seeScreen('role');
  await expect(page.getByText("We couldn't load your characters").first()).toBeVisible();
  await checkout.press('Try again');
  await checkout.seeScreen('role');
  await expect(page.getByText("You don't have a character on this server").first()).toBeVisible();
  await expect(
    page.getByText('Create one on this server in the game, then try again, or choose another server.').first(),
  ).toBeVisible();
  await checkout.press('Change: Server');
  await checkout.seeScreen('server');
  await checkout.pick('Server', /^Dawn Harbor/);
  await checkout.seeScreen('role');
  await checkout.press('Continue');
  await checkout.seeScreen('role');
  await expect(page.getByText('Choose a character first').first()).toBeVisible();
  await sandbox.fault(client, '/api/order/webProduct', { kind: 'status', status: 503 });
  await checkout.group('Character').locator('label').nth(0).click();
  await checkout.seeScreen('item');
  await expect(page.getByText("We couldn't load the items").first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' }).locator('visible=true').first()).toBeVisible();
  await sandbox.fault(client, '/api/order/webProduct', { kind: 'no-rows' });
  await checkout.press('Try again');
  await checkout.seeScreen('item');
  await expect(page.getByText('No items are available for this character').first()).toBeVisible();
  await expect(page.getByText('Try again in a moment, or choose another character.').first()).toBeVisible();
  await checkout.press('Try again');
  await checkout.seeScreen('item');
  await sandbox.fault(client, '/api/order/webPayChannel', { kind: 'malformed' });
  await checkout.pick('Item', /^60 Star Gems/);
  await checkout.seeScreen('channel');
  await expect(page.getByText("We couldn't load the payment methods").first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' }).locator('visible=true').first()).toBeVisible();
  await sandbox.fault(client, '/api/order/webPayChannel', { kind: 'no-rows' });
  await checkout.press('Try again');
  await checkout.seeScreen('channel');
  await expect(page.getByText('No payment methods are available right now').first()).toBeVisible();
  await expect(page.getByText('Try again in a moment, or go back and choose something else.').first()).toBeVisible();
  await checkout.press('Try again');
  await checkout.seeScreen('channel');
  await checkout.pick('Payment method', /^Credit or debit card/);
  await checkout.seeScreen('confirm');
  await checkout.press('Change: Character');
  await checkout.seeScreen('role');
  await checkout.press('Continue');
  await checkout.seeScreen('confirm');
  expect(await page.evaluate(() => window.portalQa?.brokenRules())).toEqual([]);
});
