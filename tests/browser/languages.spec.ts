import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { LOCALES } from '../../src/contract/locales.ts';
import { unbroken } from '../../vite/unbroken-words.ts';
import { test } from './portal.fixture.ts';

type PortalTexts = {
  readonly loadError: Readonly<Record<'title' | 'text' | 'refresh', string>>;
  readonly offline: { readonly title: string };
};

const portalTexts = (tag: string): PortalTexts =>
  (JSON.parse(readFileSync(`locales/${tag}.json`, 'utf8')) as { readonly portal: PortalTexts }).portal;

const BUNDLES = /[a-z]{2}-[A-Z]{2}\.(?:bundle|player|all)/;

for (const [preferred, lang] of [
  ['de-AT', 'de-DE'],
  ['pt-BR', 'en-US'],
] as const)
  test.describe(preferred, () => {
    test.use({ locale: preferred });
    test(`a browser that prefers ${preferred} reads ${lang}, and downloads no other language (I18N-02, I18N-04)`, async ({
      checkout,
    }) => {
      const tags = new Set<string>();
      checkout.page.on('request', (request) => {
        const tag = /([a-z]{2}-[A-Z]{2})\.(?:bundle|player|all)/.exec(request.url())?.[1];
        if (tag) tags.add(tag);
      });
      await checkout.open('/login');
      await expect(checkout.page.getByRole('textbox').first()).toBeVisible();
      await expect(checkout.page.locator('html')).toHaveAttribute('lang', lang);
      expect([...tags]).toEqual([lang]);
    });
  });

test('the language changes without a reload in the middle of a payment, is stored, and everything follows (I18N-02, I18N-03)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.openConfirmation();
  await page.evaluate(() => {
    document.documentElement.dataset['samePage'] = 'yes';
  });
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de-DE');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(page.locator('html')).toHaveAttribute('data-same-page', 'yes');
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('de-DE');
  await checkout.seeScreen('confirm');
  await expect(page.locator('main')).toContainText(/\d,\d\d/);
  await page.reload();
  await checkout.seeScreen('confirm');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
});

test('a language that fails to load is reported, and the current one stays (I18N-04, C50)', async ({ checkout }) => {
  const { page } = checkout;
  checkout.expectedErrors.push(/Failed to load resource|net::/);
  await checkout.open('/login');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await page.route(BUNDLES, (route) => route.abort());
  const language = page.getByRole('combobox', { name: 'Language' }).first();
  await language.selectOption('ja-JP');
  await expect(page.getByText("We couldn't load that language")).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(language).toHaveValue('en-US');
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBeNull();
});

test.describe('a Thai browser', () => {
  test.use({ locale: 'th' });

  test('if no language loads, the page keeps trying, shows its load error, and then its text (D23, C50, ROUTE-13)', async ({
    page,
  }) => {
    let attempts = 0;
    await page.route(BUNDLES, async (route) => {
      await route.abort();
      attempts += 1;
    });
    await page.goto('/login');
    const { loadError } = portalTexts('th-TH');
    const shown = async (): Promise<string> => (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    for (const text of Object.values(loadError)) await expect.poll(shown).toContain(text);
    const before = attempts;
    await expect.poll(() => attempts).toBeGreaterThan(before);
    await page.unroute(BUNDLES);
    await expect(page.getByRole('button', { name: unbroken('th-TH', 'เข้าสู่ระบบ'), exact: true })).toBeVisible();
  });
});

test('the header fits in every language, at every width from a phone to a desktop (ROUTE-14, I18N-03)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.openTopUp();
  const header = page.getByRole('banner');
  const language = header.getByRole('combobox');
  const tooWide: string[] = [];
  for (const tag of Object.keys(LOCALES)) {
    await language.selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    for (const width of [320, 750, 751, 961, 1181]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', width > 750 ? 'desktop' : 'mobile');
      const over = await header.evaluate((node) => {
        const inner = node.querySelector('header') ?? node;
        return Math.ceil(inner.scrollWidth - inner.clientWidth);
      });
      if (over > 0) tooWide.push(`${tag} at ${width}: ${over} px`);
    }
  }
  expect(tooWide).toEqual([]);
});

/** The languages with the longest texts of the main action and of the toast. */
const LONGEST = ['de-DE', 'vi-VN'];

test('toasts cover no part of the main action, in the languages with the longest texts (ROUTE-14, I18N-03)', async ({
  checkout,
}) => {
  const { page } = checkout;
  checkout.expectedErrors.push(/Failed to load resource|net::/);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkout.openConfirmation();
  const bar = page.locator('[data-track="pay"]').locator('xpath=..');
  const notice = page.locator('[data-subject="backOnline"]');
  const covered: string[] = [];
  for (const tag of LONGEST) {
    await page.getByRole('banner').getByRole('combobox').selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await checkout.loseConnection(portalTexts(tag).offline.title);
    await notice.getByRole('button').focus();
    for (const width of [320, 390, 960]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', width > 750 ? 'desktop' : 'mobile');
      const [toast, below] = [await notice.boundingBox(), await bar.boundingBox()];
      if (!toast || !below || toast.y + toast.height > below.y) covered.push(`${tag} at ${width}`);
    }
    await notice.getByRole('button').click();
    await expect(notice).toHaveCount(0);
  }
  expect(covered).toEqual([]);
});
