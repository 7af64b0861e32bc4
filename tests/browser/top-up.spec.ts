import { expect } from '@playwright/test';
import { brand } from '../support/brand.ts';
import { test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a player tops up by mouse, pays in a new window and sees the items delivered, once with an animation; the title shows the state and follows the language (RCHG-01, RCHG-05, RCHG-08, RCHG-09, RCHG-11, RCHG-12, RCHG-13, ROUTE-12, I18N-03, SESS-01, SESS-06, C41, D25)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const cashier = await checkout.opened(checkout.placeOrder());
  await expect(page).toHaveTitle(`Waiting for your payment · Top up · ${brand.name}`);
  await expect(checkout.dialog).toContainText('Finish your payment in the new window');
  await expect(checkout.dialog.getByRole('button', { name: 'Later' })).toBeEnabled();
  await expect(checkout.dialog.getByRole('button', { name: "I've paid" })).toBeEnabled();
  await expect(checkout.dialog.getByRole('timer')).toHaveText(/[45]:\d\d/);

  const pay = cashier.getByRole('button', { name: 'Pay', exact: true });
  await expect(pay).toBeVisible();
  expect(await cashier.evaluate(() => window.opener)).toBeNull();
  await pay.click();
  await checkout.seeResult('delivered');
  await expect(page.getByRole('heading', { name: 'Delivered', exact: true })).toBeVisible();
  await expect.poll(() => cashier.isClosed()).toBe(true);
  await expect(page).toHaveTitle(`✓ Delivered · Top up · ${brand.name}`);
  const celebration = page.locator('[data-payment="delivered"] [data-animated]');
  const animated = () =>
    celebration
      .locator('*')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).animationName !== 'none').length);
  await expect(celebration).toBeVisible();
  expect(await animated()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animated()).toBe(0);
  await page.locator('select:has(option[value="en-US"])').locator('visible=true').first().selectOption('de-DE');
  await expect(page).toHaveTitle(`✓ Geliefert · Aufladen · ${brand.name}`);

  await page.locator('header').getByRole('link').first().click();
  await expect(page.locator('[data-screen="home"]').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await checkout.seeScreen('item');
});

test('a player tops up by keyboard alone', async ({ checkout, page, player }) => {
  await checkout.open('/main/recharge');
  const tabTo = async (name: string | RegExp, role: 'button' | 'radio' | 'textbox' = 'button') => {
    const target = page.getByRole(role, { name }).first();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} can't be reached by Tab`);
  };
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await tabTo('Username or email', 'textbox');
  await page.keyboard.type(player.account);
  await tabTo('Password', 'textbox');
  await page.keyboard.type(player.password);
  await page.keyboard.press('Enter');
  await checkout.seeScreen('server');

  const pickByKeys = async (legend: string) => {
    const open = checkout.group(legend).getByRole('radio').and(page.locator(':not([aria-disabled="true"])'));
    await expect(open.first()).toBeAttached();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await open.first().evaluate((element) => element === document.activeElement)) break;
      const inside = await checkout.group(legend).evaluate((group) => group.contains(document.activeElement));
      await page.keyboard.press(inside ? 'ArrowDown' : 'Tab');
    }
    await page.keyboard.press('Enter');
  };
  await pickByKeys('Character');
  await checkout.seeScreen('item');
  await expect(page.getByRole('heading', { name: /What would you like to buy/ })).toBeFocused();
  await pickByKeys('Item');
  await checkout.seeScreen('channel');
  await pickByKeys('Payment method');
  await checkout.seeScreen('confirm');
  await tabTo(/^Pay /);
  const cashier = await checkout.opened(page.keyboard.press('Enter'));
  await checkout.seeDialog('awaiting');
  await cashier.getByRole('button', { name: 'Pay', exact: true }).focus();
  await cashier.keyboard.press('Enter');
  await checkout.seeResult('delivered');
  await expect(page.getByRole('heading', { name: 'Delivered', exact: true })).toBeFocused();
});

test('a returning player confirms the last order with one click, or another item with two (RCHG-18, RCHG-19)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const first = await checkout.opened(checkout.placeOrder(player));
  await first.getByRole('button', { name: 'Pay', exact: true }).click();
  await checkout.seeResult('delivered');

  await checkout.enterAgain(player, '/main/recharge');
  await checkout.seeScreen('confirm');
  await expect(checkout.payButton).toBeInViewport({ ratio: 1 });
  const items = checkout.group('Item').locator('label');
  await items.nth(1).click();
  await expect(items).toHaveCount(0);
  await checkout.seeScreen('confirm');
  await expect(checkout.confirmed('Character')).toContainText('Aldric Vane');
  await expect(page.locator('main')).toContainText("Once delivered, a top-up can't be moved");
  const total = (await checkout.payButton.innerText()).replace(/^Pay /, '');
  await checkout.pay();
  await expect(checkout.dialog).toContainText(total);
});

test('a new player pays with four taps on a phone: all characters and both buttons of the delivery are in view, and fifty taps on Pay create one order and open one window (D19, RCHG-10, RCHG-15, C1)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await page.setViewportSize({ width: 390, height: 844 });
  await checkout.openTopUp();
  for (const card of await checkout.group('Character').locator('label').all())
    await expect(card).toBeInViewport({ ratio: 1 });
  await checkout.walkToConfirm();
  let creations = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/webCreate')) creations += 1;
  });
  const opened = page.context().waitForEvent('page');
  await checkout.payButton.evaluate((button: HTMLElement) => {
    for (let click = 0; click < 50; click += 1) button.click();
  });
  await checkout.seeDialog('awaiting');
  expect(creations).toBe(1);
  expect(page.context().pages()).toHaveLength(2);
  await (await opened).getByRole('button', { name: 'Pay', exact: true }).click();
  await checkout.seeResult('delivered');
  await expect(page.getByRole('list', { name: 'Order timeline' })).toBeHidden();
  const tabs = await page.getByRole('navigation').last().boundingBox();
  for (const name of ['Top up again', 'Order details']) {
    const button = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0), name).toBeLessThan(tabs?.y ?? 0);
  }
});

test('the second click of a double click picks nothing in the next step (RCHG-09, D19)', async ({ checkout }) => {
  const { page } = checkout;
  await checkout.addCharacters();
  await checkout.openTopUp();
  await checkout.chooseServer();
  await checkout.group('Character').locator('label').first().hover();
  for (const [clickCount, screen] of [
    [2, 'role'],
    [1, 'item'],
  ] as const) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await checkout.seeScreen(screen);
  }
});

test("of 10,000 servers a phone lists the player's own, 60 on request, and more; a search finds the last one, and its roles open in view (D19, RCHG-01)", async ({
  checkout,
}) => {
  const { page } = checkout;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/user/webRole', async (route) => {
    const response = await routeResponse(route);
    const body = await response.json();
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    body.result[0].roles.push(...names.map((name) => ({ role_id: name, role_name: name })));
    const further = Array.from({ length: 10_000 - body.result.length }, (_, at) => ({
      server_id: `far-${at + 1}`,
      server_name: `Far Reach ${at + 1}`,
      status: 0,
      roles: [],
    }));
    await route.fulfill({ response, json: { ...body, result: [...body.result, ...further] } });
  });
  await checkout.openTopUp();
  const cards = checkout.group('Server').locator('label');
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText('Dawn Harbor');
  await checkout.press('Show all 10,000 servers');
  await expect(cards).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Show my servers only' })).toBeFocused();
  await checkout.press('Show more');
  await expect(cards).toHaveCount(120);
  await expect(cards.nth(60).getByRole('radio')).toBeFocused();
  const search = page.getByRole('searchbox', { name: 'Find a server or character' });
  await search.fill('nowhere');
  await expect(page.getByRole('status').filter({ hasText: 'No servers or characters found' })).toBeAttached();
  await expect(cards).toHaveCount(0);
  await search.fill('far reach 9990');
  await expect(page.getByRole('status').filter({ hasText: '1 server found' })).toBeAttached();
  await expect(cards).toHaveText([/Far Reach 9990/]);
  await checkout.pick('Server', /Far Reach 9990/);
  await checkout.seeScreen('role');
  const heading = page.getByRole('heading', { name: /Which character is this for/ });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  await checkout.press('Change: Server');
  await expect(cards).toContainText(['Dawn Harbor', 'Jade Reef', 'Silver Dune', 'Far Reach 9990']);
});

test('text at 200 % on a phone: the main action is above the tabs, its words are whole, and nothing scrolls sideways', async ({
  checkout,
}) => {
  const { page } = checkout;
  await page.setViewportSize({ width: 390, height: 844 });
  await checkout.openTopUp();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const tabs = page.getByRole('navigation', { name: 'Main menu' }).locator('visible=true');
  const isAbove = async () => {
    const bottom = await checkout.payButton.evaluate((element) => element.getBoundingClientRect().bottom);
    return bottom <= (await tabs.evaluate((element) => element.getBoundingClientRect().top)) + 1;
  };
  const hasWholeWords = () =>
    checkout.payButton.evaluate((button) => {
      const probe = button.cloneNode(true) as HTMLElement;
      probe.style.cssText = 'position: absolute; inline-size: min-content; min-inline-size: 0; overflow-wrap: normal';
      button.after(probe);
      const needed = probe.getBoundingClientRect().width;
      probe.remove();
      return needed <= button.getBoundingClientRect().width + 1;
    });
  await checkout.walkToConfirm();
  await expect.poll(isAbove).toBe(true);
  await expect.poll(() => hasWholeWords()).toBe(true);
  await expect(checkout.payButton).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
