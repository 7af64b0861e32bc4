import { expect } from '@playwright/test';
import { brand } from '../support/brand.ts';
import { AccountModel } from './models/account.model.ts';
import { DEMO, test } from './portal.fixture.ts';

const HISTORY = '/main/account/recharge';
/** A language with long words, which separates them with spaces. */
const LONG_WORDS = 'de-DE';

/** One after the other, and in no other file: each login of the demo account ends its other session. */
test.describe('with the history of the demo account', () => {
  test.describe.configure({ mode: 'serial' });

  test('on a phone no word of the sections and the pager is broken with text of twice the size; a section starts at its top, and a screen reader hears its name (ROUTE-09)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.setViewportSize({ width: 390, height: 844 });
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    await page
      .getByRole('navigation', { name: 'Account sections' })
      .getByRole('link', { name: 'Profile' })
      .evaluate((link: HTMLElement) => link.click());
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeFocused();
    await expect(heading).toHaveAccessibleDescription('Profile');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    await page.evaluate((language) => localStorage.setItem('i18nextLng', language), LONG_WORDS);
    await checkout.open(HISTORY);
    await account.seeList('shown');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const navigation = page.locator('main nav');
    await expect(navigation).toHaveCount(2);
    for (const region of await navigation.all()) expect(await account.brokenWords(region)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('the three sections share one screen; each has its own URL and title (ROUTE-09, ROUTE-12)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    const account = new AccountModel(page);
    await checkout.enter(DEMO, '/main/account?x=1');
    await expect(page).toHaveURL(/\/main\/account\/user\?x=1$/);
    await expect(page).toHaveTitle(/^Account · /);
    await page.locator('main').getByRole('button', { name: 'Copy' }).first().click();
    const copied = await checkout.copied();
    expect(copied).toMatch(/^\d{6,}$/);
    await expect(page.locator('main').getByText(copied)).toHaveCount(0);
    await page.getByRole('button', { name: 'Show: Game account ID' }).click();
    await expect(page.locator('main').getByText(copied)).toBeVisible();
    await page.getByRole('button', { name: 'Hide: Game account ID' }).click();
    await expect(page.locator('main').getByText(copied)).toHaveCount(0);
    await account.openTab('E Point history');
    await expect(page).toHaveURL(/\/main\/account\/epoint$/);
    await expect(page).toHaveTitle(/^E\sPoint history · /);
    await account.openTab('Top-up history');
    await expect(page).toHaveURL(/\/main\/account\/recharge$/);
    await account.seeList('shown');
    await page.goBack();
    await expect(page).toHaveTitle(/^E\sPoint history · /);
  });

  test('filters are part of the URL, survive a reload and follow the back button; each order has its status (ORDR-06, ORDR-04, ORDR-05)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    await expect(account.rows).toHaveCount(10);
    for (const [order, word] of [
      ['0008', 'Paid, on its way'],
      ['0007', 'Delivered'],
      ['0006', 'Expired'],
      ['0004', 'Payment failed'],
      ['0003', 'Refunded'],
    ] as const) {
      const row = account.rows.filter({ hasText: `250101-DEM0-0000-${order}` });
      await expect(row.getByText(word, { exact: true }).first()).toBeVisible();
    }

    await checkout.pick('Status', /^Refunded$/);
    await expect(page).toHaveURL(/\?status=refunded$/);
    await account.seeList('shown');
    await page.getByLabel('Order number').fill('  250101-DEM0-0000-0003 ');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\?status=refunded&order=250101-DEM0-0000-0003$/);
    await expect(account.rows).toHaveCount(1);

    await page.reload();
    await account.seeList('shown');
    await expect(account.rows).toHaveCount(1);
    await expect(page.getByLabel('Order number')).toHaveValue('250101-DEM0-0000-0003');
    await expect(page.getByRole('radio', { name: 'Refunded', exact: true })).toBeChecked();

    await page.getByLabel('From').fill('2031-01-01');
    await expect(page).toHaveURL(/begin=2031-01-01/);
    await account.seeList('empty');
    await page.goBack();
    await account.seeList('shown');
    await expect(page.getByLabel('From')).toHaveValue('');
    await page.locator('main').getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(page).toHaveURL(/\/recharge$/);
    await expect(account.rows).toHaveCount(10);
  });

  test('a row of the history is one link to its order, and a delivered order can be bought again; on a phone one menu refreshes and exports (ORDR-06, ORDR-08)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.setViewportSize({ width: 390, height: 844 });
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    await expect(page.locator('[data-month] h3').first()).toHaveText(/^\p{L}+ \d{4}$/u);
    const row = account.rows.filter({ hasText: '250101-DEM0-0000-0007' });
    await expect(row.locator('img')).toHaveAttribute('src', /gems-\d/);
    await expect(row.getByRole('link', { name: 'Top up again: 3,772 Star Gems' })).toHaveAttribute(
      'href',
      /^\/main\/recharge\?server=\d+&role=\d+&item=[\w.]+&method=\w+&price=\d+$/,
    );
    await expect(account.rows.filter({ hasText: 'Expired' }).first().getByRole('link')).toHaveCount(1);

    const more = page.getByRole('button', { name: 'More actions' });
    await more.press('Enter');
    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeHidden();
    await expect(more).toBeFocused();
    await account.seeList('shown');
    await more.click();
    expect((await account.savedFile('Export as CSV')).name).toMatch(/\.csv$/);

    await row.click({ position: { x: 8, y: 8 } });
    await expect(page).toHaveURL(/\/detail\/250101-DEM0-0000-0007$/);
  });

  test('a player who has topped up sees the balance, the orders on their way and the last one again, in the first view of a phone (ROUTE-06, ORDR-08)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.setViewportSize({ width: 390, height: 844 });
    await checkout.enter(DEMO, '/main/home');
    const main = page.locator('main');
    await expect(main.getByText(/^[\d,]+\sEP$/)).toBeVisible();
    await expect(main.getByRole('link', { name: '315 Star Gems' })).toHaveAttribute('href', /-0008$/);
    await expect(main.getByRole('heading', { level: 2, name: '3,772 Star Gems' })).toBeVisible();
    const again = main.getByRole('link', { name: 'Top up again' });
    await expect(again).toHaveAttribute(
      'href',
      /^\/main\/recharge\?server=\d+&role=\d+&item=[\w.]+&method=\w+&price=\d+$/,
    );
    await expect(again).toBeInViewport();
    await expect(main.getByRole('heading', { level: 2, name: 'Redeem a code' })).toBeInViewport();
    await expect(main.getByText('How it works')).toHaveCount(0);
  });

  test('paging keeps the focus of the keyboard, a page that does not exist leads to the first, and an export has every page, also after a failure (ORDR-06, C68)', async ({
    checkout,
  }) => {
    checkout.expectedErrors.push(/save-file|Failed to load resource/);
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, `${HISTORY}?page=77`);
    await expect(page).toHaveURL(/\/recharge$/);
    await expect(account.rows).toHaveCount(10);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await next.press('Enter');
    await expect(page).toHaveURL(/page=2$/);
    await account.seeList('shown');
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();
    const second = await account.rows.count();
    expect(second).toBeGreaterThan(0);
    const previous = page.getByRole('button', { name: 'Previous', exact: true });
    await previous.press('Enter');
    await expect(page).toHaveURL(/\/recharge$/);
    await account.seeList('shown');
    await expect(previous).toBeFocused();

    const code = /\/save-file-[\w-]+\.js$/;
    await page.route(code, (route) => route.abort());
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await expect(page.locator('main')).toContainText("We couldn't create the file");
    await page.unroute(code);
    const { name, lines } = await account.savedFile('Try again');
    expect(name).toMatch(/^top-ups-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines[0]).toMatch(/^\ufeffOrder number,Date \(UTC\),Status,/);
    expect(lines).toHaveLength(1 + 10 + second);
    await expect(page.getByRole('status').filter({ hasText: `File saved with ${10 + second} top-ups` })).toBeVisible();
  });

  test('a delivered order has its name, its own picture and one line of progress; it can be bought again, and the menu opens below the header (ORDR-07, ORDR-08, ROUTE-12)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.setViewportSize({ width: 390, height: 844 });
    await checkout.enter(DEMO, '/main/recharge/detail/250101-DEM0-0000-0007');
    const main = page.locator('main');
    await expect(page).toHaveTitle(`✓ Delivered · Order details · ${brand.name}`);
    await expect(main.locator('img').first()).toHaveAttribute('src', /gems-\d/);
    await expect(main.getByRole('link', { name: 'Top up again' })).toBeInViewport();
    await expect(main.getByRole('button', { name: 'Copy order details' })).toBeInViewport();
    const steps = main.getByRole('list', { name: 'Order timeline' }).getByRole('listitem');
    await expect(steps.first()).toBeHidden();
    await main.getByText('Paid and delivered').click();
    await expect(steps).toHaveText([/^Order placed/, /^Payment received/, /^Delivered to your game/]);
    await expect(steps.last()).toBeVisible();

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('banner').getByRole('button', { name: 'Account and settings' }).click();
    const top = await page
      .getByRole('banner')
      .evaluate((header) => header.parentElement?.getBoundingClientRect().bottom);
    const button = await page.getByRole('button', { name: 'Account and settings' }).boundingBox();
    const menu = await page.locator('#account-menu').boundingBox();
    expect(menu?.y).toBe((top ?? 0) + 8);
    expect(Math.round((menu?.x ?? 0) + (menu?.width ?? 0))).toBe(Math.round((button?.x ?? 0) + (button?.width ?? 0)));
  });

  test('the printed receipt shows the order without the frame, with the same numbers (RCHG-19)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = 'yes';
      };
    });
    await checkout.enter(DEMO, '/main/recharge/detail/250101-DEM0-0000-0007');
    const print = page.getByRole('button', { name: 'Print receipt' });
    await print.click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('header').first()).toBeHidden();
    await expect(print).toBeHidden();
    await expect(page.getByRole('link', { name: 'Top up again' })).toBeHidden();
    await expect(page.getByText('Receipt', { exact: true })).toBeVisible();
    await expect(page.locator('main')).toContainText('US$49.99');
    await expect(page.locator('main')).toContainText('250101-DEM0-0000-0007');
  });

  test('after a search the result is visible and has the focus, on a phone too (ORDR-06)', async ({ checkout }) => {
    const { page } = checkout;
    await page.setViewportSize({ width: 390, height: 844 });
    await AccountModel.enter(checkout, DEMO, HISTORY);
    const first = page.locator('main').getByRole('listitem').first();
    expect((await first.boundingBox())?.y).toBeLessThan(460);
    await page.getByText('Filters', { exact: true }).click();
    const field = page.getByLabel('Order number');
    await field.fill('250101-DEM0-0000-0003');
    expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
    await field.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: /^1\stop-up$/ })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Your top-ups' })).toBeFocused();
    await expect(first).toBeInViewport();
  });
});

test('customer service opens the stored link signed in as the player, and without signing in if the window is blocked; a portal that cannot start offers it too (SESS-12, SESS-13, RCHG-11)', async ({
  checkout,
}) => {
  checkout.expectedErrors.push(/503|Failed to load resource/);
  const { page } = checkout;
  const link = page.locator('main').getByRole('link', { name: /Customer service/ });
  const open = async (words: string): Promise<void> => {
    const help = await checkout.opened(link.click());
    await expect(help.getByText(words)).toBeVisible();
    expect(await help.evaluate(() => window.opener)).toBeNull();
    await help.close();
  };
  await checkout.enterAsNew('/main/account/user');
  await expect(link).toHaveAttribute('href', /\/sandbox\/service$/);
  await open('Logged in as Aldric');
  await checkout.blockPopUps();
  await open("You're not logged in here");
  await page.route('**/api/setting/init', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.locator('[data-state="boot-failed"]')).toBeVisible();
  await expect(link).toHaveAttribute('href', /\/sandbox\/service$/);
});
