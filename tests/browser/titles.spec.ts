import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

const PAGES = [
  ['/main/home', 'Home', 'Startseite'],
  ['/main/recharge', 'Top up', 'Aufladen'],
  ['/main/recharge/detail/NO-SUCH-ORDER', 'Order details', 'Bestelldetails'],
  ['/main/account/user', 'Account', 'Konto'],
  ['/main/account/recharge', 'Top-up history', 'Aufladungen'],
  ['/main/account/epoint', 'E Point history', 'E-Point-Verlauf'],
  ['/main/event', 'News and events', 'News und Events'],
  ['/main/event/detail/1005', 'Article', 'Beitrag'],
  ['/403', 'No access', 'Kein Zugriff'],
  ['/no/such/page', 'Page not found', 'Seite nicht gefunden'],
  ['/main/logout', 'Logged out', 'Abgemeldet'],
  ['/login', 'Log in', 'Anmelden'],
] as const;

test('ROUTE-12 D25 · each page has its own title before the site title, and it follows the language', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  for (const [path, english, german] of PAGES) {
    await checkout.open(path);
    await expect(page, path).toHaveTitle(`${english} · Aurora Gate`);
    const language = page.locator('select:has(option[value="en-US"])').locator('visible=true').first();
    await language.selectOption('de-DE');
    await expect(page, path).toHaveTitle(`${german} · Aurora Gate`);
    await language.selectOption('en-US');
    await expect(page, path).toHaveTitle(`${english} · Aurora Gate`);
  }
});

test('ROUTE-12 RCHG-13 · the title shows the state of the payment, because the player pays in another tab', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await checkout.walkToConfirm();
  await expect(page).toHaveTitle('Top up · Aurora Gate');
  const cashier = await checkout.pay();
  await expect(page).toHaveTitle('Waiting for your payment · Top up · Aurora Gate');
  await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveTitle('✓ Delivered · Top up · Aurora Gate');
  const language = page.locator('select:has(option[value="en-US"])').locator('visible=true').first();
  await language.selectOption('de-DE');
  await expect(page).toHaveTitle('✓ Geliefert · Aufladen · Aurora Gate');
  await language.selectOption('en-US');
  await checkout.press('Top up again');
  await expect(page).toHaveTitle('Top up · Aurora Gate');
});
