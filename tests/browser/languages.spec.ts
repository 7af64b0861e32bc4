import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { LOCALES } from '../../src/contract/locales.ts';
import { test } from './portal.fixture.ts';

type PortalTexts = {
  readonly loadError: Readonly<Record<'title' | 'text' | 'refresh', string>>;
  readonly offline: { readonly title: string };
};

const portalTexts = (tag: string): PortalTexts =>
  (JSON.parse(readFileSync(`locales/${tag}.json`, 'utf8')) as { readonly portal: PortalTexts }).portal;

for (const [preferred, lang] of [
  ['de-AT', 'de-DE'],
  ['zh-HK', 'zh-HK'],
  ['pt-BR', 'en-US'],
] as const)
  test.describe(preferred, () => {
    test.use({ locale: preferred });
    test(`a browser that prefers ${preferred} reads ${lang}, and downloads no other language (I18N-02, I18N-04)`, async ({
      checkout,
    }) => {
      const tags = new Set<string>();
      checkout.page.on('request', (request) => {
        const tag = /([a-z]{2}-[A-Z]{2})\.(?:bundle|later|whole)/.exec(request.url())?.[1];
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
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
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

test('a language that fails to load is reported, and the current one stays (I18N-04, C50)', async ({
  checkout,
  expectedErrors,
}) => {
  const { page } = checkout;
  expectedErrors.push(/Failed to load resource|net::/);
  await checkout.open('/login');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await page.route(/[a-z]{2}-[A-Z]{2}\.(?:bundle|later|whole)/, (route) => route.abort());
  for (const tag of Object.keys(LOCALES).filter((name) => name !== 'en-US')) {
    await page.getByRole('combobox', { name: 'Language' }).first().selectOption(tag);
    const notice = page.getByText("We couldn't load that language");
    await expect(notice).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await expect(page.getByRole('combobox', { name: 'Language' }).first()).toHaveValue('en-US');
    await checkout.press('Close notification');
    await expect(notice).toBeHidden();
  }
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBeNull();
});

test.describe('a Thai browser', () => {
  test.use({ locale: 'th' });

  const { loadError: LOAD_ERROR } = portalTexts('th-TH');
  const BUNDLES = /[a-z]{2}-[A-Z]{2}\.(?:bundle|later|whole)/;
  const logIn = (page: Page) => page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true });

  /** Opens the login with a stopped clock, so that no pause ends except by a signal. */
  const openWithStoppedClock = async (page: Page) => {
    await page.clock.install({ time: 1_000_000 });
    await page.clock.pauseAt(2_000_000);
    await page.goto('/login');
  };

  /** A stopped clock does not even run the timers that are due, so each attempt lets one millisecond pass. */
  const expectAtOnce = (page: Page, expectation: () => Promise<void> | void) =>
    expect(async () => {
      await page.clock.runFor(1);
      await expectation();
    }).toPass();

  /**
   * Sends `signal` until the page receives its language, because a signal before the pause begins has no effect. Then it starts the clock, which
   * would otherwise end the pause without a signal. The attribute `lang` is no proof, because the load error has it too.
   */
  const expectThaiAfter = async (page: Page, signal: () => Promise<unknown>) => {
    let received = 0;
    page.on('response', (response) => {
      if (/th-TH\.(?:bundle|whole)/.test(response.url()) && response.ok()) received += 1;
    });
    await expect(async () => {
      await signal();
      await expect.poll(() => received, { timeout: 1_000 }).toBeGreaterThan(0);
    }).toPass();
    await page.clock.resume();
    await expect(page.locator('html')).toHaveAttribute('lang', 'th-TH');
    await expect(logIn(page)).toBeVisible();
  };

  const SIGNALS = {
    'a key': (page: Page) => page.keyboard.press('Shift'),
    'a click': (page: Page) => page.mouse.click(5, 5),
    'the network coming back': (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online'))),
    'a return to the tab': (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus'))),
  } as const;

  for (const what of ['the network coming back', 'a return to the tab'] as const)
    test(`a first language that fails to load falls back to English, with a message, until ${what} (I18N-04, C50)`, async ({
      checkout,
      expectedErrors,
    }) => {
      const { page } = checkout;
      expectedErrors.push(/Failed to load resource|net::/);
      await page.route(/th-TH\.(?:bundle|later|whole)/, (route) => route.abort());
      await openWithStoppedClock(page);
      await expectAtOnce(page, () =>
        expect(page.getByText("We couldn't load that language")).toBeVisible({ timeout: 1_000 }),
      );
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
      await page.unrouteAll();
      await expectThaiAfter(page, () => SIGNALS[what](page));
    });

  /** Refuses every language. Returns a function that counts the attempts, each of which ends with English. The clock is stopped. */
  const withoutLanguages = async (page: Page) => {
    let attempts = 0;
    await page.route(BUNDLES, async (route) => {
      await route.abort();
      if (route.request().url().includes('en-US')) attempts += 1;
    });
    await openWithStoppedClock(page);
    await expectAtOnce(page, () => expect(attempts).toBe(1));
    return () => attempts;
  };

  test('if no language loads, the page keeps trying and shows its load error (D23, C50, ROUTE-13)', async ({
    page,
  }) => {
    const attempts = await withoutLanguages(page);
    for (let pause = 0; pause < 8; pause += 1) {
      const before = attempts();
      await expect(async () => {
        await page.clock.runFor(4_000);
        expect(attempts()).toBeGreaterThan(before);
      }).toPass();
    }
    const shown = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').replace('Aurora Gate', '').trim();
    expect(shown).toBe(Object.values(LOAD_ERROR).join(' '));
    await page.unroute(BUNDLES);
    await expectThaiAfter(page, () => page.clock.runFor(4_000));
  });

  for (const [what, signal] of Object.entries(SIGNALS))
    test(`${what} retries the language immediately (D23, C50)`, async ({ page }) => {
      const attempts = await withoutLanguages(page);
      await page.unroute(BUNDLES);
      expect(attempts()).toBe(1);
      await expectThaiAfter(page, () => signal(page));
    });
});

test('the header fits in every language, at every width from a phone to a desktop (ROUTE-14, I18N-03)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  const header = page.getByRole('banner');
  const language = header.getByRole('combobox');
  const tooWide: string[] = [];
  for (const tag of Object.keys(LOCALES)) {
    await language.selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    for (const width of [320, 390, 750, 751, 960, 961, 1180, 1181, 1280]) {
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

/** The words for a page without a connection. */
const offlineTitle = (tag: string): string => portalTexts(tag).offline.title;

test('toasts cover no part of the wizard’s bar, in any language (ROUTE-14, I18N-03)', async ({
  checkout,
  player,
  expectedErrors,
}) => {
  const { page } = checkout;
  expectedErrors.push(/Failed to load resource|net::/);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  const bar = page.getByRole('complementary').filter({ has: page.locator('[data-track="pay"]') });
  const notice = page.locator('[data-subject="backOnline"]');
  const covered: string[] = [];
  for (const tag of Object.keys(LOCALES)) {
    await page.getByRole('banner').getByRole('combobox').selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await checkout.loseConnection(offlineTitle(tag));
    await notice.getByRole('button').focus();
    for (const width of [320, 360, 390, 750, 960]) {
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
