import { expect, type Page } from '@playwright/test';
import { test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

const card = (page: Page, name: RegExp) => page.locator('label').filter({ has: page.getByRole('radio', { name }) });

test('each choice shows its price, bonus, gift, and why it is unavailable; confirmation, payment, history and order page show the same order, and one copy contains everything for support (RCHG-02, RCHG-05, RCHG-08, RCHG-19, RCHG-22, EPNT-05, ORDR-06, ORDR-07, ROUTE-08, D30)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await page.getByText('Other servers', { exact: true }).click();
  const underMaintenance = checkout.radio('Server', /Ember Bay/);
  await expect(underMaintenance).toHaveAttribute('aria-disabled', 'true');
  await expect(underMaintenance).toHaveAccessibleDescription(/This server is under maintenance. Try again later./);
  await checkout.pick('Character', /云中君/);
  await checkout.seeScreen('item');
  const item = card(page, /^3,772 Star Gems/);
  for (const fact of ['US$49.99', '15% bonus', '3,280 + 492', 'Gift: Wish Lantern × 3'])
    await expect(item).toContainText(fact);
  await expect(item.getByRole('radio')).toHaveAccessibleName(/^3,772 Star Gems US\$49\.99$/);
  const plain = card(page, /^60 Star Gems/);
  await expect(plain).toContainText('US$0.99');
  await expect(plain).not.toContainText(/bonus|Gift/);
  await item.click();
  await checkout.seeScreen('channel');
  const closed = checkout.radio('Payment method', /Carrier billing/);
  await expect(closed).toHaveAttribute('aria-disabled', 'true');
  await expect(closed).toHaveAccessibleDescription('Temporarily unavailable');
  const points = checkout.radio('Payment method', /E Points/);
  await expect(points).toHaveAccessibleDescription('4,999 EP · you need 3,449 EP more');
  await checkout.pick('Payment method', /^Bank transfer/);
  await checkout.seeScreen('confirm');
  const step = page.locator('[data-screen="recharge"] [data-state="confirm"]').first();
  for (const fact of ['云中君', 'Jade Reef', 'Lantern Isles', /ID \d\d••••\d{4}(?!\d)/])
    await expect(checkout.confirmed('Character')).toContainText(fact);
  for (const fact of ['3,772 Star Gems', '+15% bonus', '3,280 + 492', 'Gift: Wish Lantern', '× 3'])
    await expect(checkout.confirmed('Item')).toContainText(fact);
  await expect(checkout.confirmed('Payment method')).toContainText('Bank transfer');
  await expect(step).toContainText(/Total\s*US\$49\.99/);
  await expect(step).not.toContainText('4,999');
  for (const fact of ['云中君', 'Jade Reef', '3,772 Star Gems', 'Bank transfer'])
    await expect(page.getByText(fact).locator('visible=true'), fact).toHaveCount(1);
  await expect(checkout.payButton).toHaveText('Pay US$49.99');

  // A route reads the body, because the browser does not keep every response body.
  let uid = '';
  let seconds = 0;
  await page.route('**/api/order/webCreate', async (route) => {
    const response = await routeResponse(route);
    seconds = (await response.json()).result.create_ts;
    uid = route.request().headers()['accountid'] ?? '';
    await route.fulfill({ response });
  });
  const order = await checkout.payAndStay();
  const at = new Date(seconds * 1_000);
  for (const fact of [
    'Lantern Isles',
    '云中君 · Jade Reef',
    '3,772 Star Gems',
    '3,280 + 492',
    'US$49.99',
    'Bank transfer',
    order,
  ])
    await expect(checkout.dialog).toContainText(fact);

  await checkout.open('/main/account/recharge');
  const row = page.locator('[data-month] li').filter({ hasText: order });
  for (const fact of ['3,772 Star Gems', '云中君', 'US$49.99', 'Unpaid']) await expect(row).toContainText(fact);

  await checkout.open(`/main/recharge/detail/${order}`);
  const progress = page.getByRole('list', { name: 'Order timeline' }).getByRole('listitem');
  await expect(progress).toHaveText([/^Order placed/, /^Waiting for your payment/, /^Delivery to your game/]);
  await expect(progress.first().locator('time')).toHaveAttribute('datetime', at.toISOString());
  expect(uid).toMatch(/^\d{6,}$/);
  const parts = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  for (const [name, fact] of [
    ['Order number', new RegExp(order)],
    ['Game', 'Lantern Isles'],
    ['Server', 'Jade Reef'],
    ['Character', '云中君'],
    ['Game account ID', uid],
    ['Contents', /Star Gems × 3,280.*Star Gems \(\+15%\) × 492.*Wish Lantern × 3/],
    ['Order amount', 'US$49.99'],
    ['Order type', 'Game top-up'],
    ['Order date', `${new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(at)} UTC`],
  ] as const) {
    const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
    await expect(page.locator('main dl > div').filter({ has: term }).getByRole('definition'), name).toHaveText(fact);
  }

  await page.getByRole('button', { name: 'Copy order details' }).click();
  const bundle = await checkout.copied();
  expect(bundle).toContain(order);
  expect(bundle).toMatch(/UTC/);
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(token).not.toBe('');
  const breadcrumbs = bundle.slice(bundle.indexOf('Breadcrumbs 1'));
  expect(breadcrumbs.length).toBeLessThanOrEqual(1_500);
  for (const secret of [order, player.account, player.userId, player.email, token])
    expect(breadcrumbs).not.toContain(secret);
  expect(breadcrumbs).toMatch(/^Breadcrumbs 1 \(\d\d of \d+\)\n/);
  expect(breadcrumbs).toMatch(/\norder-detail[ .]/);
});

test('an entry shows one signed sum, what it consists of, and the balance after it (EPNT-01, EPNT-06, EPNT-07)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  await sandbox.givePoints(player.userId, 300, 20);
  await sandbox.givePoints(player.userId, -100);
  await checkout.enter(player, '/main/account/epoint');
  const entries = page.getByRole('list', { name: 'E Point history' }).getByRole('listitem');
  await expect(entries.nth(0)).toHaveText(/−100\sEPPurchased.*Balance after: 1,770$/);
  await expect(entries.nth(1)).toHaveText(
    /\+320\sEP300[\s\u2060]+purchased, 20[\s\u2060]+bonus.*Balance after: 1,870$/,
  );
  await expect(page.locator('main')).toContainText('1,770');
  await expect(page.locator('main')).toContainText('370');
});
