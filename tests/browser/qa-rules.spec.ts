import { expect, test } from './qa.fixture.ts';

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
