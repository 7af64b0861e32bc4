import { expect } from '@playwright/test';
import { userInfo } from '../../src/contract/user.contract.ts';
import { test } from './portal.fixture.ts';

test('an anonymous visitor sees why to log in, by the order of a link too, and lands on the requested page (ROUTE-01, ROUTE-16, SESS-06)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.open('/main/recharge?step=item&from=game');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmain%2Frecharge%3Fstep%3Ditem%26from%3Dgame/);
  await expect(page.locator('main')).toContainText(/log in/i);
  await checkout.open('/main/recharge/detail/20261121-ABCDEF');
  await expect(page.locator('main')).toContainText('20261121-ABCDEF');
  await checkout.login(player);
  await expect(page).toHaveURL(/\/main\/recharge\/detail\/20261121-ABCDEF/);
});

test('a redirect to another site never leaves the portal (ROUTE-02)', async ({ checkout, player }) => {
  await checkout.open(`/login?redirect=${encodeURIComponent('/\\evil.example')}`);
  await checkout.login(player);
  await expect(checkout.page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/main\/home/);
});

test('a screen that the server forbids leads to /403 with a link home (ROUTE-03, ROUTE-17)', async ({
  checkout,
  sandbox,
}) => {
  const { page } = checkout;
  checkout.expectedErrors.push(/403/);
  await checkout.openTopUp();
  await sandbox.fault(await checkout.clientId(), '/api/order/record', { kind: 'forbidden' }, null);
  await checkout.open('/main/recharge/detail/SOME-ORDER');
  await expect(page).toHaveURL(/\/403/);
  await page.locator('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/main\/home$/);
});

test('/ and /main lead home with their query, and an unknown URL is a translated 404 with a link home (ROUTE-04, ROUTE-05, D26)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.enterAsNew('/?channel=spring');
  await expect(page).toHaveURL(/\/main\/home\?channel=spring$/);
  await checkout.open('/main?a=1&b=2');
  await expect(page).toHaveURL(/\/main\/home\?a=1&b=2$/);
  await checkout.open('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: "This page doesn't exist" })).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de-DE');
  await expect(page.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' })).toBeVisible();
  await page.locator('main').getByRole('link').click();
  await expect(page).toHaveURL(/\/main\/home$/);
});

test('the top-up page lets a player choose game or E Point, with the balance, and follows a resize (ROUTE-07, ROUTE-14, EPNT-01, EPNT-05)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.openTopUp();
  const layout = page.locator('[data-layout]');
  await page.setViewportSize({ width: 750, height: 900 });
  await expect(layout).toHaveAttribute('data-layout', 'mobile');
  await page.setViewportSize({ width: 751, height: 900 });
  await expect(layout).toHaveAttribute('data-layout', 'desktop');
  const target = checkout.group('What would you like to top up?');
  await target.getByRole('radio', { name: 'E Points' }).click();
  await checkout.seeScreen('item');
  await expect(page.locator('main')).toContainText('Your balance');
  await target.getByRole('radio', { name: 'Game' }).click();
  await checkout.seeScreen('server');
});

test('the URL of a server logout ends a valid session, on the server too; without a session it says that the server ended it (D2, ROUTE-11, ROUTE-16)', async ({
  checkout,
  request,
}) => {
  const { page } = checkout;
  await checkout.openTopUp();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await checkout.open('/main/logout?id=23');
  await expect(page.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
  await expect(page).toHaveURL(/\/main\/logout$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect
    .poll(async () => (await request.post(userInfo.path, { headers: { token }, data: {} })).status())
    .toBe(203);
  await checkout.open('/main/logout?id=23');
  await expect(page.getByRole('heading', { level: 1, name: "You've been logged out" })).toBeVisible();
  await expect(page).toHaveURL(/\/main\/logout\?id=23$/);
});

test('a wrong password shows the server’s message, and the plain password never leaves the page (SESS-01)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const bodies: string[] = [];
  page.on('request', (request) =>
    bodies.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`),
  );
  await checkout.open('/login');
  await checkout.login({ ...player, password: 'Canary-9173' });
  await expect(page.getByText(/incorrect password/i).first()).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect([...bodies, stored].filter((text) => text.includes('Canary-9173'))).toEqual([]);
});
