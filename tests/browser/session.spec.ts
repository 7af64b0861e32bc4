import { expect, type Page } from '@playwright/test';
import { createPlayer, test } from './portal.fixture.ts';

const byPhone = (page: Page) => page.getByRole('radio', { name: 'Phone' });
/** The whole name: the text for screen readers is not a part of it. */
const resend = (page: Page) => page.getByRole('button', { name: /^Resend in \d:\d\d$/ });
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });

for (const start of ['/main/home', '/main/account/recharge'])
  test(`after a login the heading of the page has the focus, and a screen reader hears it (${start}) (ROUTE-04)`, async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await checkout.open(start);
    await expect(page.locator('[role="status"]', { hasText: "You're logged in" })).toHaveCount(0);
    await checkout.login(player);
    await expect(page.locator('main h1')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: /^You're logged in/ })).toHaveCount(1);
    await page.reload();
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main h1')).not.toBeFocused();
    await expect(page.locator('[role="status"]', { hasText: "You're logged in" })).toHaveCount(0);
  });

const SIGNED_IN_PAGES = [
  ['/main/home', 'home'],
  ['/main/recharge', 'recharge'],
  ['/main/recharge/detail/NO-SUCH-ORDER', 'payment_detail'],
  ['/main/account/user', 'account'],
  ['/main/account/recharge', 'account'],
  ['/main/account/epoint', 'account'],
  ['/main/event', 'events'],
  ['/main/event/detail/1005', 'event-detail'],
  ['/403', 'forbidden'],
  ['/no/such/page', 'not-found'],
] as const;

for (const width of [390, 1280] as const)
  test(`each signed-in page shows the button of the account menu, and the menu shows the logout, at a width of ${width} (SESS-02)`, async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await page.setViewportSize({ width, height: 844 });
    await checkout.openTopUp(player);
    const menu = page.locator('#account-menu');
    const openMenu = page.locator('[popovertarget="account-menu"]');
    const logOut = menu.getByRole('button', { name: 'Log out' });
    for (const [path, screen] of SIGNED_IN_PAGES) {
      await checkout.open(path);
      await expect(page.locator('main'), path).toHaveAttribute('data-screen', screen);
      await expect(page.locator('main h1'), path).toBeVisible();
      await expect(menu, path).toBeAttached();
      await expect(openMenu, path).toBeInViewport({ ratio: 1 });
      await openMenu.click();
      await expect(logOut, path).toBeInViewport({ ratio: 1 });
      await logOut.click({ trial: true });
    }
    await logOut.click();
    await expect(page.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
  });

test('a status appears before its text, so that a screen reader announces it', async ({ checkout, player }) => {
  const { page } = checkout;
  await checkout.watchStatus();
  await checkout.open('/main/account/recharge');
  await checkout.login(player);
  const empty = page.getByRole('status').filter({ hasText: 'No top-ups yet' });
  await expect(empty.locator('strong')).toBeVisible();
  expect(await checkout.firstStatusLook()).toBe('hidden');
});

test.describe('a login by phone', () => {
  test('number, code by text message, then the requested page (SESS-03, ROUTE-01)', async ({
    checkout,
    player,
    sandbox,
  }) => {
    const { page } = checkout;
    await checkout.open('/login?redirect=%2Fmain%2Frecharge%3Fstep%3Dserver');
    await byPhone(page).click();
    await page.getByLabel('Phone number').fill(player.phone.slice(2));
    await checkout.press('Send code');
    await expect(page.getByText(`We sent a code to ${player.phone}`)).toBeVisible();
    await expect(resend(page)).toHaveText(/(?:1:00|0:5\d)$/);
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await page.getByLabel('Verification code').fill(await sandbox.newestCode(player.phone));
    await logIn(page).click();
    await checkout.seeScreen('server');
  });

  test('a second code can be requested after a countdown of one minute (SESS-03)', async ({ checkout, player }) => {
    const { page } = checkout;
    await page.clock.install();
    await checkout.open('/login');
    await byPhone(page).click();
    await page.getByLabel('Phone number').fill(player.phone);
    await checkout.press('Send code');
    await expect(resend(page)).toBeVisible();
    await page.clock.fastForward(30_000);
    await expect(resend(page)).toHaveText(/0:[23]\d$/);
    await page.clock.fastForward(10_000);
    await expect(page.getByText(/^You can request a new code in (?:20|1\d) seconds\.$/)).toBeAttached();
    await expect(resend(page)).toHaveText(/0:(?:20|1\d)$/);
    await page.clock.fastForward(21_000);
    await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible();
    await checkout.press('Send code');
    await expect(page.getByText('Too many codes have been requested')).toBeVisible();
    await expect(resend(page)).toBeVisible();
  });

  test('each error is shown next to its field, focus moves there, and no input is lost (SESS-03, SESS-11)', async ({
    checkout,
    player,
    sandbox,
  }) => {
    const { page } = checkout;
    const number = page.getByLabel('Phone number');
    const code = page.getByLabel('Verification code');
    await checkout.open('/login');
    await page.getByLabel('Username or email').fill('my-name');
    await byPhone(page).click();
    await logIn(page).click();
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/Fill in this field/);
    await number.fill('12');
    await checkout.press('Send code');
    await expect(number).toHaveAccessibleDescription(/Enter a valid phone number/);
    await page.getByLabel('Country code').selectOption('DE');
    await number.fill('030 901820');
    await checkout.press('Send code');
    await expect(number).toHaveAccessibleDescription(/We couldn't find an account with this phone number/);
    await number.fill(player.phone);
    await checkout.press('Send code');
    const right = await page
      .getByText('We sent a code to')
      .waitFor()
      .then(() => sandbox.newestCode(player.phone));
    await code.fill('12ab3');
    await expect(code).toHaveValue('123');
    await logIn(page).click();
    await expect(code).toHaveAccessibleDescription(/Enter the 6-digit code/);
    await code.fill(right === '000000' ? '000001' : '000000');
    await logIn(page).click();
    await expect(code).toHaveAccessibleDescription(/The code from the text message is incorrect/);
    await expect(number).toHaveValue(player.phone);
    await page.getByRole('radio', { name: 'Account' }).click();
    await expect(page.getByLabel('Username or email')).toHaveValue('my-name');
  });

  test('the form has its own chunk; if it fails to load, a refresh is offered (SESS-03, ROUTE-13)', async ({
    checkout,
    expectedErrors,
  }) => {
    expectedErrors.push(/verification\.view|ERR_FAILED|ChunkFailure/);
    const { page } = checkout;
    await page.route(/\/assets\/verification\.view-.*\.js/, (route) => route.abort());
    await checkout.open('/login');
    await byPhone(page).click();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  });
});

test.describe('a new password', () => {
  test('by email: code, rules, confirmation; then the login with the account filled in (SESS-04, SESS-05, SESS-11)', async ({
    checkout,
    player,
    sandbox,
  }) => {
    const { page } = checkout;
    await checkout.open('/login?redirect=%2Fmain%2Frecharge');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
    const email = page.getByLabel('Email address');
    const password = page.getByLabel('New password', { exact: true });
    const again = page.getByLabel('Confirm new password');
    await email.fill('not an address');
    await checkout.press('Send code');
    await expect(email).toHaveAccessibleDescription(/Enter a valid email address/);
    await email.fill('nobody@players.example');
    await checkout.press('Send code');
    await expect(email).toHaveAccessibleDescription(/We couldn't find an account with this email address/);
    await email.fill(player.email);
    await checkout.press('Send code');
    await expect(page.getByText(`We sent a code to ${player.email}`)).toBeVisible();
    await page.getByLabel('Verification code').fill(await sandbox.newestCode(player.email));
    await password.fill('letters');
    await checkout.press('Set new password');
    await expect(password).toHaveAccessibleDescription(/This password doesn't meet the requirements/);
    await password.fill('Fresh-9876');
    await again.fill('Fresh-9875');
    await checkout.press('Set new password');
    await expect(again).toHaveAccessibleDescription(/The passwords don't match. Enter them again/);
    await again.fill('Fresh-9876');
    await checkout.press('Set new password');
    await expect(page.getByText('Your password has been reset')).toBeVisible();
    expect(new URL(page.url()).search).toBe('?redirect=%2Fmain%2Frecharge');
    await expect(page.getByLabel('Username or email')).toHaveValue(player.email);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.getByLabel('Password', { exact: true }).fill('Fresh-9876');
    await logIn(page).click();
    await checkout.seeScreen('server');
  });

  test('by phone, from a link; the URL follows, and input stays when the method changes (SESS-05)', async ({
    checkout,
    player,
    sandbox,
  }) => {
    const { page } = checkout;
    await checkout.open('/login?reset=email');
    await page.getByLabel('Email address').fill('someone@players.example');
    await page.getByRole('radio', { name: 'By text' }).click();
    await expect(page).toHaveURL(/\/login\?reset=phone$/);
    await page.getByLabel('Phone number').fill(player.phone);
    await checkout.press('Send code');
    await expect(page.getByText('We sent a code to')).toBeVisible();
    await page.getByLabel('Verification code').fill(await sandbox.newestCode(player.phone));
    await page.getByLabel('New password', { exact: true }).fill('Fresh-9876');
    await page.getByLabel('Confirm new password').fill('Fresh-9876');
    await page.getByRole('radio', { name: 'By email' }).click();
    await expect(page.getByLabel('Email address')).toHaveValue('someone@players.example');
    await page.goBack();
    await expect(page.getByLabel('Phone number')).toHaveValue(player.phone);
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  });
});

test.describe('signed in elsewhere', () => {
  test('the result is reported on the first load and removed from the URL, other parameters stay (ROUTE-15, C60)', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await checkout.open('/main/home?appleId=false&channel=ads');
    await expect(page.getByText("We couldn't find an account for this login.")).toBeVisible();
    await expect(page).toHaveURL(/\/main\/home\?channel=ads$/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText("We couldn't find an account for this login.")).toBeHidden();
    await checkout.open('/main/home?wechat=ok');
    await expect(page.getByText("You're logged in.", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/main\/home$/);
  });
});

test('a logout hides an open order from the next player, and its own player finds it again (SESS-09, ORDR-08, C30)', async ({
  checkout,
  player,
  request,
  portalUrl,
}) => {
  const { page } = checkout;
  await checkout.placeOrder(player);
  const order = await checkout.orderId();
  await checkout.press('Later');
  await checkout.open('/main/logout');
  await expect(page.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
  const stored = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  expect(
    Object.keys(stored).filter((key) => /^(?:token|customer_service)$|:(?:roles|draft|memory)$/.test(key)),
  ).toEqual([]);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain(order);
  await checkout.logInToTopUp(await createPlayer(request, portalUrl));
  await expect(page.getByText('An order is waiting for your payment')).toHaveCount(0);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain(order);
  await checkout.open('/main/logout');
  await expect(page.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
  await checkout.logInToTopUp(player);
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
});

test.describe('two tabs', () => {
  test('the other tab follows a login or logout in one tab; no data of the account is left (SESS-10, SESS-09)', async ({
    checkout,
    context,
    player,
    portalUrl,
  }) => {
    const { page } = checkout;
    await checkout.open('/login?redirect=%2Fmain%2Frecharge');
    const other = await context.newPage();
    await other.goto(`${portalUrl}/main/recharge`);
    await expect(logIn(other)).toBeVisible();
    await checkout.login(player);
    await checkout.seeScreen('server');
    await expect(other.getByRole('heading', { level: 1, name: 'Top up' })).toBeVisible();
    await page.goto(`${portalUrl}/main/logout`);
    await expect(page.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
    await expect(logIn(other)).toBeVisible();
    for (const tab of [page, other]) {
      const left = await tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(left).not.toContain(player.userId);
      expect(left).not.toMatch(/"token"/);
      expect(await tab.evaluate(() => document.body.innerText)).not.toContain('Aldric');
    }
  });

  /** Expects that a tab neither shows nor stores any of the words. */
  const expectNone = async (tab: Page, words: readonly string[]): Promise<void> => {
    const found = await tab.evaluate(() => ({
      shown: document.body.textContent,
      stored: JSON.stringify({ ...localStorage, ...sessionStorage }),
    }));
    for (const word of words) {
      expect(found.shown).not.toContain(word);
      expect(found.stored).not.toContain(word);
    }
  };

  /** The account of each request that the page sends from now on, except the one that has no account yet. */
  const watchAccounts = (page: Page): readonly string[] => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const { userid } = request.headers();
      if (request.url().includes('/api/') && userid) sent.push(userid);
    });
    return sent;
  };

  test('another account in another tab after a logout: the first tab follows, and no tab shows or stores data of the former account (SESS-10, C12, C74)', async ({
    checkout,
    context,
    player,
    portalUrl,
    request,
  }) => {
    const { page } = checkout;
    await checkout.placeOrder(player);
    const former = [player.userId, await checkout.orderId()];
    const other = await context.newPage();
    await other.goto(`${portalUrl}/main/logout`);
    await expect(other.getByRole('heading', { level: 1, name: "You're logged out" })).toBeVisible();
    await expect(logIn(page)).toBeVisible();
    for (const tab of [page, other]) await expectNone(tab, former);
    const second = await createPlayer(request, portalUrl);
    const sent = watchAccounts(page);
    await other.goto(`${portalUrl}/login`);
    await other.getByLabel('Username or email').fill(second.account);
    await other.getByLabel('Password', { exact: true }).fill(second.password);
    await logIn(other).click();
    await checkout.seeScreen('server');
    await expect.poll(() => sent.includes(second.userId)).toBe(true);
    expect(sent).not.toContain(player.userId);
    for (const tab of [page, other]) await expectNone(tab, former);
  });

  test('another account in another tab without a logout: the tab follows, and shows and stores no data of the former account (SESS-10, C12, C74)', async ({
    checkout,
    context,
    player,
    portalUrl,
    request,
  }) => {
    const { page } = checkout;
    await checkout.placeOrder(player);
    const former = [player.userId, await checkout.orderId()];
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    for (const word of former) expect(stored).toContain(word);
    const second = await createPlayer(request, portalUrl);
    const data = { userId: second.userId, clientId: await checkout.clientId() };
    const session = await request.post(`${portalUrl}/sandbox/sessions`, { data });
    const { result } = (await session.json()) as { readonly result: { readonly token: string } };
    // A page of this origin that is not the portal: only the first tab reacts.
    const other = await context.newPage();
    await other.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await other.goto(`${portalUrl}/empty`);
    const sent = watchAccounts(page);
    await other.evaluate((token) => localStorage.setItem('token', token), result.token);
    await expect.poll(() => sent.includes(second.userId)).toBe(true);
    await checkout.seeScreen('server');
    await expect(checkout.dialog).toHaveCount(0);
    await expectNone(page, former);
    expect(sent.slice(sent.indexOf(second.userId))).not.toContain(player.userId);
  });
});
