import type { Page } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import { CheckoutModel } from './models/checkout.model.ts';
import type { SandboxModel } from './models/sandbox.model.ts';
import { expect, placeOrder, test } from './record.fixture.ts';
import { routeResponse } from './route-response.ts';

const CREATE = '/api/order/webCreate';
const RECORD = '/api/order/record';
const ROLES = '/api/user/webRole';
const ITEMS = '/api/order/webProduct';
const CHANNELS = '/api/order/webPayChannel';
const PACKAGES = '/api/e-recharge/items';
const REBATES = '/api/e-recharge/rebate/info';
const CREATE_POINTS = '/api/payment/order/create/epoint';
const PAY_POINTS = '/api/payment/order/epoint/pay';
const BALANCE = '/api/epoint/balance';
const BOUGHT = '/api/epoint/paymentIds/detail';
const LEDGER = '/api/epoint/record';
const ARTICLES = '/api/setting/webArticle';
const ARTICLE = '/api/setting/webArticleDetail';
const CONFIG = '/api/setting/init';
const HOME = '/api/setting/webHomeConf';
const WHO = '/api/user/uinfo';

const NONE = { kind: 'no-rows' } as const;
const BUSY = { kind: 'status', status: 503 } as const;
const LOST = { kind: 'cut', at: 10 } as const;
const slow = (ms: number) => ({ kind: 'latency', ms }) as const;
const refusal = (code: number) => ({ kind: 'code', code, msg: '' }) as const;

/** Longer than the automatic lookup of an uncertain order. */
const UNCERTAIN_TIMEOUT = { timeout: 60_000 };

/** A browser with a known client-id and no login. */
const open = async (checkout: CheckoutModel, path = '/login'): Promise<string> => {
  await checkout.open(path);
  await expect(checkout.page.getByRole('heading', { level: 1 })).toBeVisible();
  return checkout.clientId();
};

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click();

const retry = (checkout: CheckoutModel): Promise<void> => checkout.press('Try again');

/** Presses Pay, which the server refuses with a code, and expects these words. */
const refuser =
  (checkout: CheckoutModel, sandbox: SandboxModel, call: string) => async (code: number, words: string) => {
    await sandbox.fault(await checkout.clientId(), call, refusal(code));
    await checkout.payButton.click();
    await expect(checkout.page.getByText(words)).toBeVisible();
  };

/** Presses Pay, whose response is lost, and checks again once `read` has a response too. `words`: what the page says until then. */
const payInDoubt = async (
  checkout: CheckoutModel,
  sandbox: SandboxModel,
  [call, read]: [string, string],
  words: string,
) => {
  const client = await checkout.clientId();
  await sandbox.fault(client, call, LOST);
  await sandbox.fault(client, read, BUSY, null);
  await checkout.payButton.click();
  await expect(checkout.page.getByText(words)).toBeVisible(UNCERTAIN_TIMEOUT);
  await sandbox.clearFaults(client);
  await checkout.press('Check again');
};

const SIGNED_IN_CODE = /\/assets\/signed-in-[\w-]+\.js$/;

test.beforeEach(({ expectedErrors }) => {
  test.slow();
  expectedErrors.push(/Failed to load resource|net::|ChunkFailure/);
});

test('troubled-lists', async ({ checkout, player, sandbox, page }) => {
  const client = await open(checkout, '/main/recharge');
  await sandbox.fault(client, ROLES, { kind: 'malformed' });
  await checkout.login(player);
  await expect(page.getByText("We couldn't load the servers")).toBeVisible();
  await sandbox.fault(client, ROLES, NONE);
  await retry(checkout);
  await expect(page.getByText("You don't have a character in this game yet")).toBeVisible();
  await retry(checkout);
  await page.getByText('Other servers', { exact: true }).click();
  await checkout
    .group('Server')
    .locator('label:not([data-disabled])', { hasText: 'No characters here yet' })
    .first()
    .click();
  await expect(page.getByText("You don't have a character on this server")).toBeVisible();
  await sandbox.fault(client, ROLES, BUSY);
  await retry(checkout);
  await expect(page.getByText("We couldn't load your characters")).toBeVisible();
  await retry(checkout);
  await expect(page.getByText("You don't have a character on this server")).toBeVisible();
  await checkout.press('Change: Server');
  await checkout.seeScreen('server');

  await sandbox.fault(client, ITEMS, BUSY);
  await checkout.chooseRole();
  await expect(page.getByText("We couldn't load the items")).toBeVisible();
  await sandbox.fault(client, ITEMS, NONE);
  await retry(checkout);
  await expect(page.getByText('No items are available for this character')).toBeVisible();
  await retry(checkout);

  await sandbox.fault(client, CHANNELS, { kind: 'html' });
  await checkout.chooseItem();
  await expect(page.getByText("We couldn't load the payment methods")).toBeVisible();
  await sandbox.fault(client, CHANNELS, NONE);
  await retry(checkout);
  await expect(page.getByText('No payment methods are available right now')).toBeVisible();
  await retry(checkout);
  await checkout.chooseChannel();
  await checkout.press('Change: Character');
  await checkout.seeScreen('server');
  await checkout.press('Continue');
  await checkout.seeScreen('confirm');

  await sandbox.fault(client, ROLES, { kind: 'many-servers' }, null);
  await page.reload();
  await checkout.press('Change: Character');
  await checkout.chooseServer();
  await checkout.press('Change: Server');
  await checkout.press('Show all 60 servers');
  await checkout.pick('Server', /^Far Reach 1\b/);
  await checkout.seeScreen('role');
  await checkout.press('Change: Server');
  await checkout.chooseServer();
  await checkout.press('Continue');
  await expect(page.getByText('Choose a character first')).toBeVisible();
});

test('refused-orders', async ({ checkout, player, sandbox }) => {
  await checkout.logInToTopUp(player);
  const client = await checkout.clientId();
  await checkout.walkToConfirm();
  const refused = refuser(checkout, sandbox, CREATE);
  await refused(10002, "We couldn't start your payment");
  await refused(30004, 'This payment method just became unavailable');
  await checkout.chooseChannel();
  await refused(30003, 'This item is no longer available');
  await checkout.chooseItem();
  await checkout.seeScreen('confirm');
  await refused(30002, 'This character is no longer available');
  await checkout.chooseRole();
  await checkout.chooseItem();
  await checkout.chooseChannel();
  await sandbox.fault(client, ITEMS, { kind: 'changed-price' }, null);
  await refused(30005, 'The price has changed');
  await refused(30001, 'This server just went down for maintenance');
});

test('order-in-doubt', async ({ checkout, player, sandbox, page, context }) => {
  await checkout.logInToTopUp(player);
  const client = await checkout.clientId();
  await checkout.walkToConfirm();
  await payInDoubt(checkout, sandbox, [CREATE, RECORD], "We don't know yet whether your order was placed");
  await checkout.seeDialog('awaiting');
  await page.bringToFront();
  const order = await checkout.orderId();
  await sandbox.fault(client, RECORD, BUSY, null);
  await checkout.press("I've paid");
  await expect(checkout.dialog).toContainText("We can't connect right now");
  await sandbox.clearFaults(client);
  await context.setOffline(true);
  await expect(checkout.dialog).toContainText("Your order is saved. We'll check again");
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/\w/);
  await checkout.press('Later');
  await goTo(page, 'Home');
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await checkout.press(/^Continue to payment/);
  await checkout.deliver(order);
});

test('last-check', async ({ browser, checkout, player, portalUrl, sandbox, page }) => {
  const order = await CheckoutModel.placeInOtherBrowser(browser, portalUrl, player);
  await sandbox.expireIn(order, 20);
  await checkout.logInToTopUp(player);
  await checkout.press(/^Continue to payment/);
  await checkout.seeDialog('awaiting');
  const client = await checkout.clientId();
  await sandbox.fault(client, RECORD, slow(4_000), null);
  await expect(checkout.dialog).toHaveAttribute('data-state', 'last-check', UNCERTAIN_TIMEOUT);
  await sandbox.clearFaults(client);
  await checkout.seeResult('overdue');
  await sandbox.setStatus(order, 2);
  await expect(page.locator('[data-payment="paid"]')).toBeVisible(UNCERTAIN_TIMEOUT);
  await sandbox.setStatus(order, 4);
  await checkout.seeResult('delivered');
});

test('refunds', async ({ checkout, player, sandbox, page }) => {
  const order = await placeOrder(checkout, player);
  await sandbox.setStatus(order, 2);
  await checkout.seeResult('paid');
  await sandbox.setStatus(order, 5);
  await checkout.seeResult('refunded');
  await checkout.press('Order details');
  await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
  await page.getByRole('button', { name: 'Account and settings' }).click();
  await page.locator('#account-menu').getByRole('link', { name: 'Top-up history' }).click();
  const account = new AccountModel(page);
  await account.seeList('shown');
  await sandbox.fault(await checkout.clientId(), RECORD, BUSY);
  await checkout.press('Export as CSV');
  await expect(page.locator('main')).toContainText("We couldn't create the file");
  await retry(checkout);
  await expect(page.locator('main')).toContainText('File saved with');
  await checkout.pick('Status', /^Refunded$/);
  await expect(account.rows.first()).toContainText(order);
});

test('unknown-order', async ({ checkout, player, sandbox }) => {
  await checkout.logInToTopUp(player);
  await checkout.walkToConfirm();
  await sandbox.fault(await checkout.clientId(), RECORD, refusal(30020), null);
  await checkout.payAndStay();
  await checkout.seeResult('unknown');
});

test('refused-pay-page', async ({ checkout, player, page }) => {
  await checkout.logInToTopUp(player);
  await checkout.walkToConfirm();
  await page.route(`**${CREATE}`, async (route) => {
    const answer = await routeResponse(route);
    const { result, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, result: { ...result, pay_url: 'https://pay.elsewhere.example/order' } } });
  });
  await checkout.payButton.click();
  await expect(checkout.dialog).toContainText("We couldn't open this payment page safely");
});

test('e-point-shop-in-trouble', async ({ checkout, player, sandbox }) => {
  const client = await open(checkout, '/main/recharge?target=epoint');
  await sandbox.fault(client, PACKAGES, BUSY);
  await checkout.login(player);
  await checkout.seeScreen('failed');
  await sandbox.fault(client, PACKAGES, NONE);
  await retry(checkout);
  await checkout.seeScreen('empty');
  await retry(checkout);
  await checkout.choosePackage();
  const refused = refuser(checkout, sandbox, CREATE_POINTS);
  await refused(10002, "We couldn't start your payment");
  await refused(30004, 'This payment method just became unavailable');
  await checkout.chooseChannel();
  await refused(30003, 'This item is no longer available');
  await checkout.choosePackage('first purchase');
  await sandbox.fault(client, REBATES, NONE);
  await refused(30005, 'The bonus has changed');
  await sandbox.fault(client, PACKAGES, { kind: 'changed-price' }, null);
  await refused(30005, 'The price has changed');
});

test('e-points-in-doubt', async ({ checkout, newPlayer, sandbox, page }) => {
  const player = await newPlayer({ basic: 1, present: 0 });
  await checkout.logInToTopUp(player);
  await checkout.walkToPoints();
  await expect(page.getByText(/is enough/)).toBeVisible();
  await checkout.press('Top up E Points');
  await expect(page).toHaveURL(/target=epoint&step=confirm/);
  await payInDoubt(checkout, sandbox, [CREATE_POINTS, RECORD], "We don't know yet whether your order was placed");
  await checkout.seeDialog('awaiting');
  await page.bringToFront();
  await checkout.press('Later');
  await checkout.seeScreen('confirm');
  await checkout.press(/^Continue to payment/);
  await checkout.seeDialog('awaiting');
  await checkout.deliver();
  await checkout.press('Back to your order');
  await checkout.seeScreen('confirm');
  const words = "We still can't confirm whether your payment went through";
  await payInDoubt(checkout, sandbox, [PAY_POINTS, BOUGHT], words);
  await checkout.seeResult('delivered');
});

test('e-points-gone-meanwhile', async ({ checkout, newPlayer, sandbox, page }) => {
  const player = await newPlayer({ basic: 2_000, present: 0 });
  await checkout.logInToTopUp(player);
  const client = await checkout.clientId();
  await checkout.walkToPoints();
  await sandbox.givePoints(player.userId, -1_999);
  await checkout.payButton.click();
  await expect(page.locator('[data-points="insufficient"]')).toBeVisible();
  await checkout.press('Top up E Points');
  await checkout.choosePackage();
  await checkout.payAndStay();
  await checkout.deliver();
  await checkout.press('Back to your order');
  await expect(page.locator('[data-points="payable"]')).toBeVisible();
  await sandbox.fault(client, PAY_POINTS, refusal(10001));
  await checkout.payButton.click();
  await expect(page.getByText("Your E Points weren't deducted")).toBeVisible();
  await retry(checkout);
  await checkout.seeResult('delivered');
});

test('account', async ({ checkout, player, sandbox, page }) => {
  const client = await open(checkout, '/main/recharge/detail/20261121-ABCDEF');
  const account = new AccountModel(page);
  const order = (state: string) => page.locator(`[data-screen="payment_detail"] [data-state="${state}"]`);
  await sandbox.fault(client, BALANCE, BUSY);
  await sandbox.fault(client, RECORD, BUSY, 2);
  await checkout.login(player);
  await expect(order('failed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/\w/);
  await retry(checkout);
  await expect(order('unknown')).toBeVisible();
  await page.getByRole('button', { name: 'Account and settings' }).click();
  await page.locator('#account-menu').getByRole('link', { name: 'Profile' }).click();
  await expect(page.locator('main')).toContainText('Aldric');
  await sandbox.fault(client, RECORD, BUSY);
  await account.openTab('Top-up history');
  await account.seeList('failed');
  await retry(checkout);
  await account.seeList('empty');
  await sandbox.fault(client, LEDGER, BUSY);
  await account.openTab('E Point history');
  await account.seeList('failed');
  await retry(checkout);
  await account.seeList('shown');
  await checkout.pick('Show', /^Spent$/);
  await account.seeList('empty');
});

/** Redeems without a code, with one, and in a browser without a clipboard. */
const redeemCode = async (checkout: CheckoutModel): Promise<void> => {
  const { page } = checkout;
  const link = page.getByRole('link', { name: /^Copy code and open page/ });
  const redeem = async (code: string) => {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await checkout.openAndClose(link);
  };
  await link.click();
  await expect(page.getByText('Enter your code.', { exact: true })).toBeVisible();
  await redeem('LANTERN40');
  await expect(page.getByText('Code copied.')).toBeVisible();
  await checkout.blockClipboard();
  await redeem('LANTERN41');
  await expect(page.getByText("Your browser didn't allow copying.")).toBeVisible();
};

test('news', async ({ checkout, player, sandbox, page }) => {
  const client = await open(checkout, '/main/home');
  const main = page.locator('main');
  const news = (state: string) => page.locator(`[data-screen="events"] [data-state="${state}"]`);
  const article = (state: string) => page.locator(`[data-screen="event-detail"] [data-state="${state}"]`);
  await sandbox.fault(client, ARTICLES, BUSY);
  await checkout.login(player);
  await expect(main).toContainText("We couldn't load the news");
  await sandbox.fault(client, ARTICLES, NONE);
  await retry(checkout);
  await expect(main.locator('#news')).toContainText('Nothing here yet');
  await goTo(page, 'News');
  await expect(news('empty')).toBeVisible();
  await goTo(page, 'Top up');
  await checkout.seeScreen('server');
  await sandbox.fault(client, ARTICLES, BUSY);
  await goTo(page, 'News');
  await expect(news('failed')).toBeVisible();
  await retry(checkout);
  await expect(news('shown')).toBeVisible();
  await goTo(page, 'Home');
  await expect(main.locator('#news li h3')).toHaveCount(3);
  await redeemCode(checkout);
  await goTo(page, 'News');
  await sandbox.fault(client, ARTICLE, BUSY);
  const read = async () => {
    await checkout.pick('Show', 'Guides');
    await page.getByRole('link', { name: /^Wish Lanterns/ }).click();
  };
  await read();
  await expect(article('failed')).toBeVisible();
  await sandbox.fault(client, ARTICLE, refusal(50001));
  await retry(checkout);
  await expect(article('unknown')).toBeVisible();
  await goTo(page, 'News');
  await read();
  await expect(article('shown')).toBeVisible();
  await sandbox.fault(client, ARTICLES, { kind: 'forbidden' });
  await goTo(page, 'News');
  await expect(page.getByRole('heading', { name: "You don't have permission to see this page" })).toBeVisible();
  await checkout.open('/main/event/detail/1001');
  await expect(article('empty')).toBeVisible();
  await checkout.open('/no/such/page');
  await expect(page.getByRole('heading', { name: "This page doesn't exist" })).toBeVisible();
});

/** The home page with all its parts loaded: a reload before that would cancel requests. */
const seeHome = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-screen="home"] [data-state="shown"]')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};

test('troubled-start', async ({ checkout, player, sandbox, page }) => {
  const client = await open(checkout);
  const failed = page.locator('[data-state="boot-failed"]');
  await checkout.login({ ...player, password: 'Mistyped-1' });
  await expect(page.getByText(/incorrect password/i).first()).toBeVisible();
  await checkout.login(player);
  await seeHome(page);
  await sandbox.fault(client, CONFIG, BUSY);
  await sandbox.fault(client, HOME, slow(3_000), 2);
  await page.reload();
  await expect(failed).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account and settings' })).toBeVisible();
  await retry(checkout);
  await expect(page.locator('[data-state="loading"]').first()).toBeVisible();
  await seeHome(page);
  await sandbox.fault(client, WHO, BUSY);
  await sandbox.fault(client, HOME, BUSY, 2);
  await page.reload();
  await expect(failed).toBeVisible();
  await retry(checkout);
  await expect(page.getByText("We couldn't load the games")).toBeVisible();
  await retry(checkout);
  await seeHome(page);
  await page.route(SIGNED_IN_CODE, (route) => route.abort());
  await page.reload();
  await expect(page.locator('[data-state="load-error"]')).toBeVisible();
  await page.unroute(SIGNED_IN_CODE);
  await retry(checkout);
  await seeHome(page);
  await sandbox.fault(client, '/api/user/logout', slow(1_500));
  await page.getByRole('button', { name: 'Account and settings' }).click();
  await checkout.press('Log out');
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect(page.getByLabel('Username or email')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('login-by-phone', async ({ checkout, player, sandbox, page }) => {
    const blocked = await checkout.blockCode('signed-in');
    await checkout.open('/login');
    await page.getByRole('radio', { name: 'Phone' }).click();
    const again = page.locator('main').getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await blocked.stop();
    await again.click();
    await page.getByLabel('Phone number').fill(player.phone);
    await checkout.press('Send code');
    await expect(page.getByText('We sent a code to')).toBeVisible();
    const code = await sandbox.newestCode(player.phone);
    await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
    await checkout.press('Log in');
    await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(
      /The code from the text message is incorrect/,
    );
    await page.getByLabel('Verification code').fill(code);
    await checkout.press('Log in');
    await expect(page.locator('[data-state="load-error"]')).toBeVisible();
    await retry(checkout);
    await expect(page.getByRole('heading', { level: 1, name: 'Top up. Jump in.' })).toBeVisible();
  });

  test('new-password', async ({ checkout, player, sandbox, page }) => {
    await open(checkout);
    const set = async (target: string, password: string) => {
      await checkout.press('Send code');
      await expect(page.getByText('We sent a code to')).toBeVisible();
      await page.getByLabel('Verification code').fill(await sandbox.newestCode(target));
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Confirm new password').fill(password);
      await checkout.press('Set new password');
      await expect(page.getByText('Your password has been reset')).toBeVisible();
    };
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email address').fill(player.email);
    await set(player.email, 'Canary-9876');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('radio', { name: 'By text' }).click();
    await page.getByLabel('Phone number').fill(player.phone);
    await set(player.phone, 'Canary-8765');
    await page.getByLabel('Password', { exact: true }).fill('Canary-8765');
    await checkout.press('Log in');
    await expect(page).toHaveURL(/\/main\/home/);
  });
});
