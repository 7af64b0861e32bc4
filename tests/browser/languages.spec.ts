import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

for (const [wish, lang] of [
  ['de-AT', 'de-DE'],
  ['zh', 'zh-CN'],
  ['zh-TW', 'zh-TW'],
  ['zh-HK', 'zh-HK'],
  ['th', 'th-TH'],
  ['ja', 'ja-JP'],
  ['vi', 'vi-VN'],
  ['ko', 'ko-KR'],
  ['pt-BR', 'en-US'],
] as const)
  test.describe(wish, () => {
    test.use({ locale: wish });
    test(`I18N-02 · a browser that prefers ${wish} reads ${lang}`, async ({ checkout }) => {
      const tags = new Set<string>();
      checkout.page.on('request', (request) => {
        const tag = /([a-z]{2}-[A-Z]{2})\.(?:bundle|later)/.exec(request.url())?.[1];
        if (tag) tags.add(tag);
      });
      await checkout.open('/login');
      await expect(checkout.page.getByRole('textbox').first()).toBeVisible();
      await expect(checkout.page.locator('html')).toHaveAttribute('lang', lang);
      expect([...tags]).toEqual([lang]);
    });
  });

test('I18N-02 I18N-03 · the language changes without a reload in the middle of a payment, is stored, and everything follows', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  await page.evaluate(() => {
    document.documentElement.dataset['kept'] = 'yes';
  });
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de-DE');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes');
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('de-DE');
  await checkout.seeScreen('confirm');
  await expect(page.locator('main')).toContainText(/\d,\d\d/);
  await page.reload();
  await checkout.seeScreen('confirm');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
});

test('I18N-04 · only the language in use is downloaded', async ({ checkout }) => {
  const { page } = checkout;
  const bundles: string[] = [];
  page.on('request', (request) => {
    const name = /([a-z]{2}-[A-Z]{2})\.(?:bundle|later)/.exec(request.url())?.[1];
    if (name) bundles.push(name);
  });
  await checkout.open('/login');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  expect([...new Set(bundles)]).toEqual(['en-US']);
});

test('I18N-04 · a language that cannot be loaded leaves the current one and says so', async ({
  checkout,
  expectedErrors,
}) => {
  const { page } = checkout;
  expectedErrors.push(/Failed to load resource|net::/);
  await checkout.open('/login');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await page.route(/de-DE\.bundle/, (route) => route.abort());
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de-DE');
  await expect(page.getByText(/could not be loaded|couldn't be loaded/i)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
});
