import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import { test as portalTest } from './portal.fixture.ts';

/** Set by `npm run docs`. */
const SCREENS = process.env['SCREENS'] ?? 'dist/docs/screens';

/** Resolves when the page requests nothing and its visible pictures are loaded. */
const settle = async (page: Page): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]').locator('visible=true')).toHaveCount(0);
  const links = page.locator('footer nav');
  if ((await links.count()) > 0) await expect(links.locator('a')).not.toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const isSeen = (image: HTMLImageElement): boolean => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight && image.checkVisibility();
    };
    await Promise.all([...document.images].filter(isSeen).map((image) => image.decode().catch(() => undefined)));
  });
};

const draw = async (page: Page, screen: string): Promise<void> => {
  await settle(page);
  // The content security policy forbids the style sheet of `page.screenshot`.
  await page.evaluate(() => {
    for (const toast of document.querySelectorAll<HTMLElement>('[data-subject]')) toast.style.display = 'none';
  });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SCREENS, `${screen}-${colorScheme}.png`), animations: 'disabled' });
  }
};

type Show = (name: string) => Promise<void>;

/** `show` draws the pictures of a screen. */
const test = portalTest.extend<{ readonly show: Show }>({
  show: async ({ page, viewport }, use) => {
    await use((name) => draw(page, `${name}-${viewport?.width}`));
  },
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** The screens of docs/screens and README.md. The gallery draws every screen. */
for (const viewport of SIZES)
  test.describe(`screens at ${viewport.width} px`, () => {
    test.use({ viewport, colorScheme: 'dark' });
    test.beforeEach(() => test.slow());

    test('login', async ({ checkout, page, show }) => {
      await checkout.open('/login');
      await expect(page.getByLabel('Username or email')).toBeVisible();
      await show('login');
    });

    test('home and E Points', async ({ checkout, player, page, show }) => {
      await checkout.enter(player, '/main/home');
      await expect(page.locator('main #news li h3')).toHaveCount(3);
      await show('home');
      await checkout.open('/main/recharge?target=epoint');
      await checkout.seeScreen('item');
      await show('epoint-1-packages');
    });

    test('a top-up, and the account after it', async ({ checkout, player, page, show }) => {
      await checkout.openTopUp(player);
      await checkout.chooseRole();
      await show('recharge-3-item');
      // An item with a bonus and a gift.
      await checkout.group('Item').locator('label').nth(4).click();
      await checkout.chooseChannel();
      await show('recharge-5-confirm');
      const cashier = await checkout.pay();
      await checkout.payUrl(cashier);
      await page.bringToFront();
      await show('payment-1-waiting');
      await checkout.deliver();
      await show('payment-6-delivered');
      await checkout.press('Order details');
      await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
      await show('order-detail');
      await checkout.open('/main/account/recharge');
      await new AccountModel(page).seeList('shown');
      await show('account-2-history');
    });
  });
