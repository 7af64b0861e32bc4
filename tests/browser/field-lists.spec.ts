import { expect, type Page } from '@playwright/test';
import { modelOrders, recordApi } from '../support/api/record-api.ts';
import { AccountModel } from './models/account.model.ts';
import { test } from './portal.fixture.ts';

const HISTORY = '/main/account/recharge';

/** The record of orders as another API returns it. */
const serve = async (page: Page, model: Parameters<typeof recordApi>[0]) => {
  const reply = recordApi(model);
  await page.route('**/api/order/record', (route) => {
    const request = route.request();
    const { pathname: path } = new URL(request.url());
    return route.fulfill({ json: reply({ path, method: 'POST', headers: {}, body: request.postDataJSON() }) });
  });
};

type PlayedServer = {
  readonly server_id: number;
  readonly server_name: string;
  readonly roles: readonly [{ readonly role_id: number; readonly role_name: string }];
};

test("a page with orders that can't be read, and a page without a readable one (READ-02, ORDR-06)", async ({
  checkout,
}) => {
  const { page } = checkout;
  const ids = modelOrders(20).map(({ id }) => id);
  await serve(page, { orders: modelOrders(25), unreadable: new Set(['o-3', ...ids.slice(10)]) });
  await checkout.enterAsNew(HISTORY);
  const account = new AccountModel(page);
  const main = page.locator('main');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await account.seeList('shown');
  await expect(main).toContainText("1 entry can't be shown");
  await expect(main.locator('code', { hasText: /^o-3$/ })).toBeVisible();

  await next.click();
  await account.seeList('unreadable');
  await expect(main).toContainText("We couldn't load your top-ups");
  await expect(main).toContainText("10 entries can't be shown");
  await expect(main).not.toContainText('No top-ups');

  await next.click();
  await account.seeList('shown');
  await expect(main.locator('code', { hasText: /^o-\d+$/ })).toHaveCount(5);
  await expect(next).toBeDisabled();
});

test('70 orders at an API that caps pages at 20 are in the file, with those that cannot be read (READ-07, ORDR-06)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await serve(page, { orders: modelOrders(70), caps: [20], unreadable: new Set(['o-33']) });
  const account = await AccountModel.enter(checkout, player, HISTORY);
  const { lines } = await account.savedFile('Export as CSV');
  expect(lines).toHaveLength(1 + 69 + 1);
  expect(lines.at(-1)).toMatch(/^1 entry can't be shown · o-33,+$/);
  const status = page.getByRole('status').filter({ hasText: 'File saved with 69 top-ups' });
  await expect(status).toContainText("1 entry can't be shown");
});

test('an unknown status is shown as such, and a known character keeps its name (READ-03, READ-05)', async ({
  checkout,
}) => {
  const { page } = checkout;
  let home: PlayedServer | undefined;
  await page.route('**/api/user/webRole', async (route) => {
    const response = await route.fetch();
    const { result }: { result: readonly PlayedServer[] } = await response.json();
    home = result.find(({ roles }) => roles.length > 0);
    await route.fulfill({ response });
  });
  await checkout.enterAsNew('/main/recharge');
  await checkout.seeScreen('server');
  await expect(checkout.group('Character').getByRole('radio').first()).toBeVisible();
  const { server_id, server_name, roles } = home as unknown as PlayedServer;
  const { role_id, role_name } = roles[0];
  const row = {
    create_ts: Math.floor(Date.now() / 1_000),
    name: null,
    sdk_order_id: 'o-unknown',
    amount: 4.989999999999999,
    channel_name: null,
    status: 99,
    server_id,
    role_id,
  };
  await page.route('**/api/order/record', (route) =>
    route.fulfill({ json: { code: 'SUCCESS', result: { list: [row] } } }),
  );
  await checkout.open(HISTORY);
  await new AccountModel(page).seeList('shown');
  const main = page.locator('main');
  await expect(main).toContainText('Status unknown');
  await expect(main).toContainText(role_name);
  await expect(main).toContainText(server_name);
  await expect(main).toContainText('$4.99');
});
