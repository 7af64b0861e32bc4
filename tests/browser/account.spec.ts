import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import { test } from './portal.fixture.ts';

const DEMO = { account: 'demo', password: 'Demo-1234', userId: 'demo' };
const HISTORY = '/main/account/recharge';
const RECORD = '/api/order/record';
/** Languages that separate words with spaces. In the others, a line may break inside a word. */
const WITH_SPACES = ['en-US', 'de-DE', 'vi-VN', 'ko-KR'] as const;

/** One after the other, and in no other file: each login of the demo account ends its other session. */
test.describe('with the history of the demo account', () => {
  test.describe.configure({ mode: 'serial' });

  test('with text of twice the size no word of the sections and the pager is broken on a phone', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.setViewportSize({ width: 390, height: 844 });
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    for (const tag of WITH_SPACES) {
      await page.evaluate((language) => localStorage.setItem('i18nextLng', language), tag);
      await page.reload();
      await account.seeList('shown');
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const navigation = page.locator('main nav');
      await expect(navigation).toHaveCount(2);
      for (const region of await navigation.all()) expect([tag, await account.brokenWords(region)]).toEqual([tag, []]);
    }
  });

  test('the three sections share one screen; each has its own URL and title (ROUTE-09, ROUTE-12)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    const account = new AccountModel(page);
    await checkout.enter(DEMO, '/main/account?x=1');
    await expect(page).toHaveURL(/\/main\/account\/user\?x=1$/);
    await expect(page).toHaveTitle(/^Account · /);
    await expect(page.locator('main')).toContainText('Aldric');
    await expect(page.locator('main')).toContainText('••••');
    await page.locator('main').getByRole('button', { name: 'Copy' }).first().click();
    expect(await checkout.copied()).toMatch(/^\d{6,}$/);
    await account.openTab('Top-up history');
    await expect(page).toHaveURL(/\/main\/account\/recharge$/);
    await expect(page).toHaveTitle(/^Top-up history · /);
    await account.seeList('shown');
    await account.openTab('E Point history');
    await expect(page).toHaveURL(/\/main\/account\/epoint$/);
    await expect(page).toHaveTitle(/^E\sPoint history · /);
    await account.seeList('shown');
    await page.goBack();
    await expect(page).toHaveTitle(/^Top-up history · /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  });

  test('filters are part of the URL, survive a reload and follow the back button (ORDR-06, ERRS-06)', async ({
    checkout,
    sandbox,
  }) => {
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    await expect(account.rows).toHaveCount(10);

    await account.pick('Status', 'Refunded');
    await expect(page).toHaveURL(/\?status=refunded$/);
    await account.seeList('shown');
    await expect(page.locator('main').getByRole('table')).toContainText('250101-DEM0-0000-0003');
    await expect(page.locator('main').getByRole('table')).not.toContainText('250101-DEM0-0000-0005');

    await page.getByLabel('Order number').fill('  250101-DEM0-0000-0003 ');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\?status=refunded&order=250101-DEM0-0000-0003$/);
    await account.seeList('shown');
    await expect(account.rows).toHaveCount(1);

    await page.reload();
    await account.seeList('shown');
    await expect(account.rows).toHaveCount(1);
    await expect(page.getByLabel('Order number')).toHaveValue('250101-DEM0-0000-0003');
    await expect(page.getByRole('radio', { name: 'Refunded', exact: true })).toBeChecked();

    await page.getByLabel('From').fill('2031-01-01');
    await expect(page).toHaveURL(/begin=2031-01-01/);
    await account.seeList('empty');
    await expect(page.locator('main')).toContainText('No top-ups found');
    await page.goBack();
    await account.seeList('shown');
    await expect(page.getByLabel('From')).toHaveValue('');
    await page.locator('main').getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(page).toHaveURL(/\/recharge$/);
    await account.seeList('shown');
    await expect(account.rows).toHaveCount(10);

    await sandbox.fault(await checkout.clientId(), RECORD, { kind: 'malformed' }, 2);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.locator('main')).toContainText("We couldn't load your top-ups");
    await expect(account.rows).toHaveCount(10);
    await account.pick('Status', 'Expired');
    await account.seeList('failed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await account.seeList('shown');
    await expect(page.locator('main').getByRole('table')).toContainText('250101-DEM0-0000-0006');
    await expect(page.locator('main').getByRole('table')).not.toContainText('250101-DEM0-0000-0004');
  });

  test('paging, a page that does not exist, and an export of every page (ORDR-06, C68)', async ({ checkout }) => {
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, `${HISTORY}?page=2`);
    await expect(page.locator('main')).toContainText('Page 2');
    const second = await account.rows.count();
    expect(second).toBeGreaterThan(0);
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await expect(page).toHaveURL(/\/recharge$/);
    await account.seeList('shown');
    await expect(account.rows).toHaveCount(10);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^top-ups-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffOrder number,Date \(UTC\),Status,/);
    expect(lines).toHaveLength(1 + 10 + second);
    expect(text).toContain('250101-DEM0-0000-0007');
    expect(text).toContain('250101-DEM0-0000-0001');
    await expect(page.getByRole('status').filter({ hasText: `File saved with ${10 + second} top-ups` })).toBeVisible();

    await checkout.open(`${HISTORY}?page=77`);
    await expect(page).toHaveURL(/\/recharge$/);
    await account.seeList('shown');
    await expect(account.rows).toHaveCount(10);
  });

  test('the pager keeps the focus of the keyboard, also on the last page (ORDR-06)', async ({ checkout }) => {
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await next.press('Enter');
    await expect(page).toHaveURL(/page=2$/);
    await account.seeList('shown');
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();
    await next.press('Enter');
    await page.getByRole('button', { name: 'Previous', exact: true }).press('Enter');
    await expect(page).toHaveURL(/\/recharge$/);
    await account.seeList('shown');
    await expect(page.getByRole('button', { name: 'Previous', exact: true })).toBeFocused();
  });

  test('another section of the account starts at its top, and a screen reader hears its name (ROUTE-09)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await page.setViewportSize({ width: 390, height: 844 });
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    const heading = page.getByRole('heading', { level: 1 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    await page
      .getByRole('navigation', { name: 'Account sections' })
      .getByRole('link', { name: 'Profile' })
      .evaluate((link: HTMLElement) => link.click());
    await expect(page.locator('main')).toContainText('Aldric');
    await expect(heading).toBeFocused();
    await expect(heading).toHaveAccessibleDescription('Profile');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await account.openTab('E Point history');
    await account.seeList('shown');
    await expect(heading).toBeFocused();
    await expect(heading).toHaveAccessibleDescription(/^E.Point history$/);
  });

  test('entries show basic and bonus points separately, a running balance, their order, and can be filtered (EPNT-06, EPNT-07)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, '/main/account/epoint');
    await expect(page.getByRole('columnheader')).toHaveText([
      'Activity',
      'Date',
      'Purchased',
      'Bonus',
      'Balance after',
      'Order',
    ]);
    const all = await account.rows.count();
    await expect(account.rows.filter({ hasText: 'Paid with E Points' }).first()).toContainText('-');
    await expect(page.locator('main')).not.toContainText("These numbers don't add up");

    await account.pick('Show', 'Spent');
    await expect(page).toHaveURL(/\?type=expense$/);
    await account.seeList('shown');
    expect(await account.rows.count()).toBeLessThan(all);
    await expect(account.rows.filter({ hasText: 'E Points purchased' })).toHaveCount(0);
    await account.pick('Show', 'All');
    await account.seeList('shown');

    const entry = account.rows.filter({ hasText: 'E Points purchased' }).first();
    await expect(entry).toContainText('Delivered');
    await entry.getByRole('link').click();
    await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
    await expect(page.locator('main')).toContainText('E Point top-up');
  });

  test('a warning is shown while the balance differs from the newest entry (EPNT-07)', async ({ checkout }) => {
    const { page } = checkout;
    const account = new AccountModel(page);
    let lies = true;
    await page.route('**/api/epoint/balance', async (route) => {
      if (!lies) return route.continue();
      await route.fulfill({ json: { code: 0, result: { basicNum: 1, presentNum: 2 } } });
    });
    await checkout.enter(DEMO, '/main/account/epoint');
    await account.seeList('shown');
    await expect(page.getByText("These numbers don't add up")).toBeVisible();
    lies = false;
    await page.locator('main').getByRole('button', { name: 'Refresh' }).last().click();
    await expect(page.getByText("These numbers don't add up")).toHaveCount(0);
    await account.seeList('shown');
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
    await expect(page.getByText('Receipt', { exact: true })).toBeVisible();
    await expect(page.locator('main')).toContainText('US$49.99');
    await expect(page.locator('main')).toContainText(/49\.99/);
    await expect(page.locator('main')).toContainText('250101-DEM0-0000-0007');
  });

  test('an order that buys E Points has no game, server or role (ORDR-06, ORDR-07)', async ({ checkout }) => {
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, `${HISTORY}?order=250101-DEM0-0001-0001`);
    await expect(account.rows.first()).toContainText('E Point balance');
    await expect(page.locator('main')).not.toContainText('Not available');
    await page
      .locator('main')
      .getByRole('link', { name: /Details/ })
      .click();
    await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
    await expect(page.locator('main')).toContainText('E Point top-up');
    await expect(page.locator('main')).toContainText('Your E Points are in your balance');
    await expect(page.getByText('Game account ID', { exact: true })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Not available');
    await expect(page.getByText('Server', { exact: true })).toHaveCount(0);
  });

  test('a failed refresh keeps the order, shows the failure and can be repeated (ERRS-06)', async ({
    checkout,
    sandbox,
  }) => {
    const main = checkout.page.locator('main');
    await checkout.enter(DEMO, '/main/recharge/detail/250101-DEM0-0000-0007');
    await expect(main.locator('[data-state="shown"]')).toBeVisible();
    await sandbox.fault(await checkout.clientId(), RECORD, { kind: 'malformed' }, 2);
    const refresh = main.getByRole('button', { name: 'Refresh' });
    await refresh.click();
    await expect(main).toContainText("We couldn't load this order");
    await expect(main).toContainText('250101-DEM0-0000-0007');
    await sandbox.clearFaults(await checkout.clientId());
    await refresh.click();
    await expect(refresh).not.toHaveAttribute('aria-busy', 'true');
    await expect(main).not.toContainText("We couldn't load this order");
  });

  test('the way back of an order leads to the list it was opened from, with its filters (ORDR-07)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    const account = new AccountModel(page);
    const tab = page.getByRole('navigation', { name: 'Main menu' });
    await checkout.enter(DEMO, `${HISTORY}?status=delivered`);
    await account.seeList('shown');
    await account.rows.first().getByRole('link').click();
    await page.getByRole('button', { name: 'Back to your top-ups' }).click();
    await expect(page).toHaveURL(/\/account\/recharge\?status=delivered$/);
    await account.seeList('shown');
    await checkout.open('/main/account/epoint');
    await account.seeList('shown');
    await account.rows.getByRole('link').first().click();
    await expect(tab.locator('[aria-current]')).toHaveCount(0);
    await page.getByRole('button', { name: /^Back to your E.Point history$/ }).click();
    await expect(page).toHaveURL(/\/account\/epoint$/);
    await checkout.open('/main/recharge/detail/250101-DEM0-0000-0007');
    await page.getByRole('button', { name: 'Back to top-up' }).click();
    await expect(page).toHaveURL(/\/main\/recharge/);
  });

  test('a failed export says so, and a retry finishes it in the language of the page (ORDR-06, C68)', async ({
    checkout,
    sandbox,
  }) => {
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'de-DE'));
    await page.reload();
    await account.seeList('shown');
    await sandbox.fault(await checkout.clientId(), RECORD, { kind: 'malformed' }, 1);
    await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
    await expect(page.locator('main')).toContainText('Die Datei konnte nicht erstellt werden');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Erneut versuchen' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/^\ufeffBestellnummer;/);
    expect(text).toContain(';3.280 Sternjuwelen;');
    expect(text).toContain(';"49,99";USD;Kredit- oder Debitkarte');
  });

  test('an export whose file cannot be saved says so, and a retry saves it (ORDR-06, C68)', async ({
    checkout,
    expectedErrors,
  }) => {
    expectedErrors.push(/save-file/);
    const { page } = checkout;
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
    await account.seeList('shown');
    const code = /\/save-file-[\w-]+\.js$/;
    await page.route(code, (route) => route.abort());
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await expect(page.locator('main')).toContainText("We couldn't create the file");
    await expect(page.locator('main')).not.toContainText('File saved');
    await page.unroute(code);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Try again' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^\ufeffOrder number,/);
    await expect(page.getByRole('status').filter({ hasText: 'File saved' })).toBeVisible();
  });

  test('after a search the result is visible and has the focus, on a phone too (ORDR-06)', async ({ checkout }) => {
    const { page } = checkout;
    const account = new AccountModel(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await checkout.enter(DEMO, HISTORY);
    await account.seeList('shown');
    const first = page.locator('main').getByRole('listitem').first();
    expect((await first.boundingBox())?.y).toBeLessThan(460);
    await page.getByText('Filters', { exact: true }).click();
    const field = page.getByLabel('Order number');
    await field.fill('250101-DEM0-0000-0003');
    expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
    await field.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: /^1 top-up$/ })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Your top-ups' })).toBeFocused();
    await expect(first).toBeInViewport();
  });

  test('tables on a tablet break no word and fit the window (ORDR-06, EPNT-06)', async ({ checkout }) => {
    test.slow();
    const { page } = checkout;
    const account = new AccountModel(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await checkout.enter(DEMO, '/main/account/user');
    const language = page.getByRole('banner').getByRole('combobox');
    for (const list of [HISTORY, '/main/account/epoint']) {
      await checkout.open(list);
      await account.seeList('shown');
      for (const tag of ['de-DE', 'vi-VN', 'en-US']) {
        await language.selectOption(tag);
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        await expect(page.locator('main time').last()).toHaveText(/\d/);
        for (const width of [768, 820, 834, 900, 1000, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
          const where = [list, tag, width];
          expect([...where, await account.brokenWords()]).toEqual([...where, []]);
          const room = await page.evaluate(() => document.documentElement.scrollWidth);
          expect([...where, room]).toEqual([...where, width]);
        }
      }
    }
  });

  test('a delivered order is never shown as failed, whatever the display group of its record is (ORDR-04, ORDR-05)', async ({
    checkout,
  }) => {
    const account = await AccountModel.enter(checkout, DEMO, HISTORY);
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
  });
});

test('an empty history says so; payment of an unpaid order continues from the history (ORDR-08, ORDR-06)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const account = await AccountModel.enter(checkout, player, HISTORY, 'empty');
  await expect(page.locator('main')).toContainText('No top-ups yet');
  await page.locator('main').getByRole('button', { name: 'Top up now' }).click();
  await checkout.seeScreen('server');
  await checkout.walkToConfirm();
  await checkout.pay();
  await checkout.press('Later');
  await checkout.open(HISTORY);
  await account.seeList('shown');
  await expect(account.rows.first()).toContainText('Unpaid');
  await account.rows.first().getByRole('button', { name: 'Continue to payment' }).click();
  await checkout.seeDialog('awaiting');
});

for (const [list, path, record, problem, empty] of [
  ['history', HISTORY, RECORD, "We couldn't load your top-ups", 'No top-ups yet'],
  [
    'ledger',
    '/main/account/epoint?begin=2031-01-01',
    '/api/epoint/record',
    /^We couldn't load your E.Point history/,
    'No activity found',
  ],
] as const)
  test(`a failed refresh of an empty ${list} shows the failure and can be repeated (ERRS-06)`, async ({
    checkout,
    player,
    sandbox,
  }) => {
    const main = checkout.page.locator('main');
    const account = await AccountModel.enter(checkout, player, path, 'empty');
    await sandbox.fault(await checkout.clientId(), record, { kind: 'malformed' });
    await main.getByRole('button', { name: 'Refresh' }).last().click();
    const warning = main.getByRole('status').filter({ hasText: problem });
    await expect(warning).toBeVisible();
    await expect(main).toContainText(empty);
    await warning.getByRole('button', { name: 'Try again' }).click();
    await expect(warning).toHaveCount(0);
    await account.seeList('empty');
  });

test('customer service opens the stored link, signed in as the player (SESS-12, SESS-13)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.enter(player, '/main/account/user');
  const link = page.locator('main').getByRole('link', { name: /Customer service/ });
  await expect(link).toHaveAttribute('href', /\/sandbox\/service$/);
  const [help] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect(help.getByText('Logged in as Aldric')).toBeVisible();
  expect(await help.evaluate(() => window.opener)).toBeNull();
  await help.close();
  const [again] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .locator('header')
      .getByRole('link', { name: /Customer service/ })
      .click(),
  ]);
  await expect(again.getByText('Logged in as Aldric')).toBeVisible();
});

test('if the window is blocked, the link still opens, without signing in (SESS-12, RCHG-11)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.enter(player, '/main/account/user');
  await expect(page.locator('main').getByRole('link', { name: /Customer service/ })).toBeVisible();
  await page.evaluate(() => {
    window.open = () => null;
  });
  const [help] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .locator('main')
      .getByRole('link', { name: /Customer service/ })
      .click(),
  ]);
  await expect(help.getByText("You're not logged in here")).toBeVisible();
});

test('without a stored link it says so; after a failed load the link is shown next to the retry (SESS-13)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  const account = new AccountModel(page);
  await checkout.enter(player, '/main/account/user');
  await expect(page.locator('main').getByRole('link', { name: /Customer service/ })).toBeVisible();
  await sandbox.fault(await checkout.clientId(), RECORD, { kind: 'wrong-schema' }, null);
  await account.openTab('Top-up history');
  await account.seeList('failed');
  await expect(page.locator('main').getByRole('link', { name: /Customer service/ })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('customer_service'));
  await account.openTab('Profile');
  await page.locator('main').getByRole('button', { name: 'Customer service' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    "We couldn't open customer service. Try again later.",
  );
});

test('a portal that cannot start also offers the stored link (SESS-13)', async ({
  checkout,
  player,
  expectedErrors,
}) => {
  const { page } = checkout;
  expectedErrors.push(/503|Failed to load resource/);
  await checkout.enter(player, '/main/account/user');
  await expect(page.locator('main').getByRole('link', { name: /Customer service/ })).toBeVisible();
  await page.route('**/api/setting/init', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.locator('[data-state="boot-failed"]')).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: /Customer service/ })).toHaveAttribute(
    'href',
    /\/sandbox\/service$/,
  );
});
