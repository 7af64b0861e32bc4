import { expect, type Page } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

const DEMO = { userId: 'demo' };
/** English last: the page objects find elements by English text. */
const TAGS = ['de-DE', 'vi-VN', 'en-US'] as const;

test.use({ viewport: { width: 320, height: 800 } });

/** Broken words by page and language, and pages that scroll sideways. */
const flawsIn = async (page: Page, name: string): Promise<readonly string[]> => {
  const flaws: string[] = [];
  const language = page.locator('select:has(option[value="en-US"])').locator('visible=true').first();
  for (const tag of TAGS) {
    await language.selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.locator('[aria-busy="true"]').locator('visible=true')).toHaveCount(0);
    for (const word of await new AccountModel(page).brokenWords(page.locator('body')))
      flaws.push(`${name}, ${tag}: ${word}`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) flaws.push(`${name}, ${tag}: ${over} px too wide`);
  }
  return flaws;
};

test('ROUTE-14 I18N-03 · from the login to the order’s page, no word is broken at 320 px', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  const flaws: string[] = [];
  const look = async (name: string) => flaws.push(...(await flawsIn(page, name)));
  await checkout.open('/main/recharge');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await look('login');
  await checkout.login(player);
  await expect(checkout.group('Server')).toBeVisible();
  await look('server');
  await checkout.chooseServer();
  await look('character');
  await checkout.chooseRole();
  await expect(checkout.group('Item')).toBeVisible();
  await look('item');
  await checkout.chooseItem();
  await expect(checkout.group('Payment method')).toBeVisible();
  await look('payment method');
  await checkout.chooseChannel();
  await look('confirm');
  const cashier = await checkout.pay();
  await look('payment window dialog');
  await sandbox.act(await checkout.orderId(), 'pay');
  await checkout.seeResult('delivered');
  await cashier.close();
  await look('payment result');
  await checkout.press('Order details');
  await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
  await look('order');
  expect(flaws).toEqual([]);
});

const PAGES: readonly (readonly [path: string, see: (checkout: CheckoutModel) => Promise<void>])[] = [
  ['/main/home', ({ page }) => expect(page.locator('#news li h3')).toHaveCount(3)],
  ['/main/recharge?target=epoint', (checkout) => checkout.seeScreen('item')],
  ['/main/account/recharge', ({ page }) => new AccountModel(page).seeList('shown')],
  ['/main/account/epoint', ({ page }) => new AccountModel(page).seeList('shown')],
  ['/main/account/user', ({ page }) => expect(page.locator('main')).toContainText('Aldric')],
  ['/main/event', ({ page }) => expect(page.locator('[data-screen="events"] [data-state="shown"]')).toBeVisible()],
  [
    '/main/event/detail/1011',
    ({ page }) => expect(page.locator('[data-screen="event-detail"] [data-state="shown"]')).toBeVisible(),
  ],
];

test('ROUTE-14 I18N-03 · on the other pages, no word is broken at 320 px', async ({ checkout }) => {
  const { page } = checkout;
  const flaws: string[] = [];
  await checkout.enter(DEMO, '/main/home');
  for (const [path, see] of PAGES) {
    await checkout.open(path);
    await see(checkout);
    flaws.push(...(await flawsIn(page, path)));
  }
  expect(flaws).toEqual([]);
});
