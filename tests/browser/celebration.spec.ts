import { expect, type Page } from '@playwright/test';
import { test } from './portal.fixture.ts';

const CELEBRATION = '[data-payment="delivered"] [data-animated]';

const animations = (page: Page) =>
  page.locator(CELEBRATION).evaluate((element) =>
    element.getAnimations({ subtree: true }).map(({ playState, effect }) => ({
      playState,
      moves: (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)),
    })),
  );

const setVisible = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );

/** Counts in `data-animated-ends` of the root element. */
const countEnds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    document.addEventListener('animationend', ({ target }) => {
      if ((target as Element).closest('[data-animated]'))
        dataset['animatedEnds'] = String(Number(dataset['animatedEnds'] ?? 0) + 1);
    });
  });

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a delivery is animated when the player sees it and has not reduced motion, and not again when the page is opened from the history (RCHG-13)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.chooseRecipient();
  const picture = await checkout.group('Item').locator('label img').first().getAttribute('src');
  await checkout.chooseItem();
  await checkout.chooseChannel();
  const cashier = await checkout.pay();
  await countEnds(page);
  await setVisible(page, false);
  await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
  await checkout.seeResult('delivered');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animations(page)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect((await animations(page)).map(({ playState }) => playState)).toEqual(['paused', 'paused']);
  await setVisible(page, true);
  for (const { moves } of await animations(page))
    for (const name of moves)
      expect(['offset', 'computedOffset', 'easing', 'composite', 'opacity', 'scale', 'translate']).toContain(name);
  await expect(page.locator('html')).toHaveAttribute('data-animated-ends', '2');
  await expect(page.locator(`${CELEBRATION} img`)).toHaveCount(2);
  await expect(page.locator(`${CELEBRATION} img`).last()).toHaveAttribute('src', picture ?? '');

  await page.getByRole('link', { name: 'Home' }).locator('visible=true').first().click();
  await expect(page.locator('[data-screen="home"]').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-payment]')).toHaveCount(0);
  await page.goBack();
  await checkout.seeResult('delivered');
  await expect(page.locator('[data-payment="delivered"] img').first()).toBeVisible();
  await expect(page.locator(CELEBRATION)).toHaveCount(0);
});
