import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

test('C72 · a crashed page offers a refresh and a state trail; the payment continues polling and reports when it is paid', async ({
  checkout,
  player,
  sandbox,
  expectedErrors,
}) => {
  expectedErrors.push(/a defect|ChunkFailure|The above error/);
  const { page } = checkout;
  await page.route(/\/assets\/account\.view-[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const AccountView = () => { throw new Error("a defect"); };',
    }),
  );
  await checkout.placeOrder(player);
  const orderId = await checkout.orderId();
  await page.bringToFront();
  await checkout.press('Later');
  await page.getByRole('button', { name: 'Account and settings' }).first().click();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await sandbox.act(orderId, 'pay');
  await expect(
    page.getByText('Payment received').or(page.getByText('Your items have been delivered')).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Copy details for customer service' }).click();
  const copied = await checkout.copied();
  expect(copied).toMatch(/^Copied \(UTC\): .*\nApp version: .*\nTrail 1 \(\d\d of \d+\)\n/);
  expect(copied).toContain('payment');
  expect(copied).not.toContain(orderId);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
});

test('C54 · HTML instead of a page’s script, as after a deployment: a load error with a working refresh', async ({
  checkout,
  player,
  expectedErrors,
}) => {
  expectedErrors.push(/MIME type|Failed to fetch dynamically|ChunkFailure|Failed to load module/);
  const { page } = checkout;
  const script = /\/assets\/home-and-news-[\w-]+\.js$/;
  await page.route(script, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
  );
  await checkout.open('/login');
  await checkout.login(player);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
