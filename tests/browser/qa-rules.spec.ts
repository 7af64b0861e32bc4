import { expect, test } from './qa.fixture.ts';
import { routeResponse } from './route-response.ts';

test('the test banner turns red and names the rule that this page load has broken (SESS-09)', async ({
  page,
  checkout,
  player,
}) => {
  await checkout.openTopUp(player);
  const banner = page.getByRole('complementary', { name: 'Testing' });
  await expect(banner.getByText(/^Recording ·/)).toBeVisible();
  await expect(banner).not.toHaveAttribute('data-broken');
  const calm = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await page.evaluate(() => window.portalQa?.brokenRules())).toEqual([]);

  // The root believes that the session has ended, and the session still has the account.
  await page.evaluate(() => {
    const root = window.portalQa?.root();
    root?.send({ type: 'session.ended', why: 'logout' });
    root?.send({ type: 'layout.changed', isMobile: true });
  });
  await expect(banner.getByRole('alert')).toHaveText(
    'Broken rule: After a logout nothing of the account is in any machine. (logout-leaves-nothing)',
  );
  await expect(banner).toHaveAttribute('data-broken', 'logout-leaves-nothing');
  await expect(banner).not.toHaveCSS('background-color', calm);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(banner.getByRole('alert')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.portalQa?.brokenRules())).toEqual([
    expect.objectContaining({ id: 'logout-leaves-nothing', path: '$', event: 'layout.changed' }),
  ]);
});

test('the rules do not make the login wait for the code of the signed-in half', async ({ page, checkout }) => {
  const requested: string[] = [];
  await page.route(/\/assets\/signed-in-[\w-]+\.js$/, (route) => {
    requested.push(route.request().url());
  });
  await checkout.open('/login');
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await expect.poll(() => requested.length).toBeGreaterThan(0);
});

test('the test banner lists what the portal cannot read of the API, once for each cause (READ-04)', async ({
  page,
  checkout,
  player,
}) => {
  await page.route('**/api/order/webProduct', async (route) => {
    const response = await routeResponse(route);
    const body = await response.json();
    for (const [at, row] of body.result.entries()) if (at < 3) row.price = at === 2 ? true : 'a lot';
    await route.fulfill({ response, json: body });
  });
  const findings = page.locator('#qa-bar details');
  await checkout.openTopUp(player);
  await expect(findings).toBeHidden();
  await checkout.chooseRole();
  await findings.getByText('API: 2 findings').click();
  const entry = (got: string) =>
    findings.getByText(
      `price should be an amount in US dollars, and is ${got}. The page says that an entry cannot be read.`,
    );
  await expect(entry('the text "a aaa"')).toContainText('/api/order/webProduct: result.0.');
  await expect(entry('true')).toContainText('/api/order/webProduct: result.2.');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(entry('true')).toBeInViewport({ ratio: 1 });
});
