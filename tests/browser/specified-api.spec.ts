import { expect, type Page } from '@playwright/test';
import { type SpecifiedApi, startSpecifiedApi } from '../support/api/specified-api.ts';
import { AccountModel } from './models/account.model.ts';
import { DEMO, test as portalTest } from './portal.fixture.ts';

/** The portal against an API that sends the fields of the specification and no others, with numbers as ids. */
const test = portalTest.extend<{ readonly api: SpecifiedApi }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
  api: async ({}, use) => {
    const api = await startSpecifiedApi({ numbersAsIds: true });
    await use(api);
    api.close();
  },
  portalUrl: async ({ api }, use) => {
    await use(api.url);
  },
});

test.use({ viewport: { width: 390, height: 844 } });

const NO_GAME_ACCOUNT = "Your account isn't linked to a game account";
const SEVEN = ['version', 'hversion', 'accountid', 'gameid', 'userid', 'client-id', 'token'];

/** Expects no words that a missing value leaves behind, no empty elements, and no placeholders that are still loading. */
const expectNoMissingValues = async (page: Page): Promise<void> => {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/undefined|\bnull\b|NaN|\[object|Invalid Date|\{\{/);
  const blank = await page.locator('main :is(h1, h2, h3, dt, dd, strong, a, button, th):visible').evaluateAll((all) =>
    all.flatMap((one) => {
      const name = one.textContent?.trim() || one.getAttribute('aria-label') || one.querySelector('img, svg');
      return name ? [] : [one.outerHTML];
    }),
  );
  expect(blank).toEqual([]);
};

test('from the login to a paid order (D24, D6, D15, SESS-01, SESS-15, RCHG-01, RCHG-05, RCHG-08, RCHG-09, RCHG-11, RCHG-13)', async ({
  checkout,
  api,
}) => {
  const { page } = checkout;
  await checkout.logInToTopUp(DEMO);
  await checkout.chooseRole();
  await expect(checkout.group('Item')).toContainText('300 Gems');
  await expectNoMissingValues(page);
  await checkout.chooseItem();
  await checkout.seeScreen('channel');
  await expect(checkout.group('Payment method')).toContainText('Visa and Mastercard');
  await expectNoMissingValues(page);
  await checkout.chooseChannel();
  await expectNoMissingValues(page);
  const cashier = await checkout.pay();
  await expect(cashier).toHaveURL(new RegExp(`^${api.url}/pay/`));
  const id = await checkout.orderId();
  expect(id).toMatch(/^90071992547409\d[13579]$/);
  await checkout.press("I've paid");
  await expect(checkout.dialog).toContainText("We haven't received your payment yet");
  api.move(id, 'FullyPaid');
  await checkout.seeResult('paid');
  await expectNoMissingValues(page);
  api.move(id, 4);
  await checkout.seeResult('delivered');
  await expectNoMissingValues(page);

  const [created] = api.to('/api/order/webCreate');
  expect(created?.body).toEqual({
    role_id: '7001',
    server_id: '101',
    cp_goods_id: 'gems.60',
    channel_code: 'intl_card',
    role_name: 'Ryn',
    server_name: 'Northwind',
  });
  expect(api.to('/api/order/webCreate')).toHaveLength(1);
  for (const { path, headers } of api.requests)
    expect([path, SEVEN.filter((name) => headers[name] === undefined)]).toEqual([path, []]);
  expect(created?.headers).toMatchObject({ userid: '', accountid: '', gameid: '' });
  expect(created?.headers['token']?.length).toBeGreaterThan(400);
});

test('order page, history, account, news and customer service show what is known and nothing else, also after a reload (D24, D5, D7, D20, ORDR-06, ORDR-07, ROUTE-08, CONT-01, CONT-02, ROUTE-10, SESS-06, SESS-13)', async ({
  checkout,
  api,
}) => {
  const { page } = checkout;
  const main = page.locator('main');
  await checkout.logInToTopUp(DEMO);
  await checkout.walkToConfirm();
  const id = await checkout.payAndStay();
  await checkout.press('Later');
  await checkout.open('/main/account/recharge');
  await new AccountModel(page).seeList('shown');
  await expect(main).toContainText(id);
  await expectNoMissingValues(page);
  api.move(id, 'Refunded');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(main).toContainText('Refunded');
  await main.getByRole('link', { name: '60 Gems' }).click();
  await expect(page).toHaveURL(new RegExp(`/main/recharge/detail/${id}$`));
  await expect(main).toContainText('60 Gems');
  for (const left of ['Game', 'Game account ID']) await expect(main.getByRole('term')).not.toContainText([left]);
  await expect(main.getByRole('term')).toContainText(['Order number', 'Server', 'Character', 'Contents', 'Order date']);
  await expectNoMissingValues(page);

  await checkout.open('/main/account/user');
  await expect(page.getByText(NO_GAME_ACCOUNT)).toBeVisible();
  await expect(main).not.toContainText(/local-|••••/);
  await expectNoMissingValues(page);
  expect(api.to('/api/epoint/balance')).toEqual([]);
  const help = await checkout.opened(main.getByRole('link', { name: 'Customer service' }).click());
  await expect(help).toHaveURL(`${api.url}/help`);
  await page.bringToFront();

  await checkout.open('/main/event');
  const cards = page.locator('[data-screen="events"] [data-state="shown"] li h2');
  await expect(cards).toHaveCount(8);
  await expect(cards.first()).toHaveText('Harbor report 1');
  await expect(cards.getByRole('link')).toHaveCount(0);
  await expectNoMissingValues(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(cards).toHaveText(['Harbor report 9', 'Harbor report 10', 'Harbor report 11']);
  await checkout.open('/main/event/detail/2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbor report 2');
  await expect(page.getByText('This article has no content yet')).toBeVisible();
  await expectNoMissingValues(page);
  expect(api.to('/api/setting/webArticleDetail')[0]?.body).toEqual({ id: '2' });
});

test("a refused login and a refused order show the server's message (D24, ERRS-04, READ-04)", async ({
  checkout,
  api,
}) => {
  const { page } = checkout;
  await checkout.open('/main/recharge');
  await checkout.login({ account: 'stranger', password: 'Demo-1234' });
  await expect(page.getByText('This name is not known here')).toBeVisible();
  await checkout.login(DEMO);
  await checkout.seeScreen('server');
  await checkout.walkToConfirm();
  api.sellOut();
  await checkout.payButton.click();
  await expect(page.locator('main')).toContainText('This pack is sold out');
  expect(api.to('/api/order/webCreate')).toHaveLength(1);
});
