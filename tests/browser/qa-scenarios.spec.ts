import type { Page, Response } from '@playwright/test';
import { SCENARIOS, type ScenarioName } from '../../src/qa/portal/lab/lab.scenarios.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import type { SandboxModel } from './models/sandbox.model.ts';
import type { Player } from './portal.fixture.ts';
import { expect, test } from './qa.fixture.ts';

type Given = {
  readonly checkout: CheckoutModel;
  readonly page: Page;
  readonly sandbox: SandboxModel;
  readonly player: Player;
  readonly expectedErrors: RegExp[];
};

/** Idempotency keys of the orders that the page creates. */
const orderKeys = (page: Page): ReadonlySet<string | undefined> => {
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/webCreate')) keys.add(request.headers()['idempotency-key']);
  });
  return keys;
};

const order = async ({ checkout }: Given): Promise<string> => {
  await checkout.walkToConfirm();
  await checkout.pay();
  return checkout.orderId();
};

/** Makes the next poll of the page due immediately. */
const letPollsPass = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.portalQa?.lab.letPass({ seconds: 15 }));

const refused = async ({ checkout }: Given): Promise<void> => {
  await checkout.walkToConfirm();
  await checkout.payButton.click();
};

/** What a scenario leads to, after a player opened its link: signed in, or offline at the login. A test ends there. */
const CHECKS: Readonly<Record<ScenarioName, (given: Given) => Promise<void>>> = {
  'session-expired': async (given) => {
    const { checkout, page, player } = given;
    const orderId = await order(given);
    await letPollsPass(page);
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await expect(checkout.dialog).toHaveCount(1);
    await checkout.dialog.getByRole('button', { name: 'OK' }).click();
    await checkout.login(player);
    await checkout.seeDialog('awaiting');
    expect(await checkout.orderId()).toBe(orderId);
  },
  'signed-out': async (given) => {
    await order(given);
    await letPollsPass(given.page);
    await expect(given.page).toHaveURL(/\/main\/logout\?id=23/);
    await expect(given.page.getByRole('heading', { name: "You've been logged out" })).toBeVisible();
  },
  maintenance: async ({ checkout }) => {
    const characters = checkout.group('Character').locator('label');
    await expect(characters.first()).toContainText('This server is under maintenance');
    await expect(characters.and(checkout.page.locator(':not([data-disabled])'))).toHaveCount(0);
  },
  'no-roles': async ({ checkout, page }) => {
    await checkout.group('Server').locator('label:not([data-disabled])').first().click();
    await expect(page.getByText("You don't have a character on this server")).toBeVisible();
    await page.evaluate(() => window.portalQa?.lab.sandbox.clear());
    await checkout.press('Try again');
    await checkout.chooseRole();
  },
  'many-servers': async ({ checkout, page }) => {
    const servers = checkout.group('Server').locator('label');
    await expect(servers.first()).toContainText('Dawn Harbor');
    await expect(servers).toHaveCount(3);
    await page.getByRole('searchbox').fill('reach 42');
    await expect(servers).toHaveText([/Far Reach 42/]);
    await page.getByRole('searchbox').fill('');
    await checkout.press('Show all 60 servers');
    await expect(servers).toHaveCount(60);
  },
  'price-changed': async (given) => {
    await given.checkout.walkToConfirm();
    // The lab adds the faults of this scenario one after the other, from the confirm step on.
    const active = async () => {
      const faults = await given.page.evaluate(() => window.portalQa?.lab.sandbox.active());
      return faults?.ok ? faults.value.length : 0;
    };
    await expect.poll(active).toBe(3);
    await given.checkout.payButton.click();
    await expect(given.page.getByText('The price has changed')).toBeVisible();
    await expect(given.page.getByText('It was US$0.99 and is now US$1.99.')).toBeVisible();
    await given.checkout.seeScreen('confirm');
    await given.checkout.pay();
    await expect(given.checkout.dialog).toContainText('US$1.99');
  },
  'channel-closed': async (given) => {
    await refused(given);
    await given.checkout.seeScreen('channel');
    await expect(given.page.getByText('This payment method just became unavailable')).toBeVisible();
    await expect(given.page.locator('main')).toContainText('60 Star Gems');
    await given.checkout.chooseChannel();
  },
  'role-gone': async (given) => {
    await refused(given);
    await given.checkout.seeScreen('role');
    await expect(given.page.getByText('This character is no longer available')).toBeVisible();
    await given.checkout.chooseRole();
  },
  'order-uncertain': async (given) => {
    const { checkout, page } = given;
    const keys = orderKeys(page);
    await Promise.all([page.waitForRequest(/webCreate$/), refused(given)]);
    await expect(page.getByText('Placing your order…').first()).toBeVisible();
    await page.evaluate(() => window.portalQa?.lab.letPass({ seconds: 60 }));
    await checkout.seeDialog('awaiting');
    expect(keys.size).toBe(1);
  },
  'order-cut': async (given) => {
    given.expectedErrors.push(/Failed to load resource/);
    const keys = orderKeys(given.page);
    await order(given);
    expect(keys.size).toBe(1);
  },
  'slow-everything': async ({ checkout, page }) => {
    await expect(page.getByText('Loading your servers and characters')).toBeAttached();
    await expect(checkout.group('Character').getByRole('radio').first()).toBeAttached();
  },
  'server-errors': async ({ checkout, page, expectedErrors }) => {
    expectedErrors.push(/503/);
    await checkout.chooseRole();
    await expect(page.getByText("We couldn't load the items")).toBeVisible();
    await page.evaluate(() => window.portalQa?.lab.sandbox.clear());
    await checkout.press('Try again');
    await checkout.chooseItem();
  },
  'malformed-channels': async ({ checkout, page }) => {
    await checkout.chooseRole();
    await checkout.chooseItem();
    await expect(page.getByText("We couldn't load the payment methods")).toBeVisible();
    await checkout.press('Try again');
    await checkout.chooseChannel();
  },
  'polling-errors': async (given) => {
    const { checkout, page, sandbox, expectedErrors } = given;
    expectedErrors.push(/429/);
    const orderId = await order(given);
    const before = await checkout.secondsLeft();
    for (let failedCalls = 0; failedCalls < 3; failedCalls += 1)
      await Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith('/api/order/record') && answer.status() === 429),
        letPollsPass(page),
      ]);
    await expect(checkout.dialog).toContainText("We can't connect right now");
    await expect.poll(() => checkout.secondsLeft()).toBeLessThan(before - 30);
    await sandbox.act(orderId, 'pay');
    await letPollsPass(page);
    await checkout.seeResult('delivered');
  },
  'out-of-order': async (given) => {
    const { checkout, page, sandbox } = given;
    const orderId = await order(given);
    await sandbox.setStatus(orderId, 2);
    await letPollsPass(page);
    await checkout.seeResult('paid');
    const isOld = async (answer: Response): Promise<boolean> => {
      if (!answer.url().endsWith('/api/order/record')) return false;
      const { result } = (await answer.json()) as { readonly result: readonly { readonly status: number }[] };
      return result[0]?.status === 1;
    };
    for (let failedCalls = 0; failedCalls < 3; failedCalls += 1) {
      await Promise.all([page.waitForResponse(isOld), letPollsPass(page)]);
      await checkout.seeResult('paid');
    }
    await sandbox.setStatus(orderId, 4);
    await letPollsPass(page);
    await checkout.seeResult('delivered');
  },
  'pop-up-blocked': async (given) => {
    const { checkout } = given;
    await refused(given);
    await checkout.seeDialog('awaiting');
    await expect(checkout.dialog.getByRole('link', { name: 'Open the payment page' })).toBeVisible();
    await expect(checkout.dialog.getByRole('img', { name: 'QR code for your payment page' })).toBeVisible();
    await expect(checkout.dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
  },
  offline: async ({ checkout, page, player }) => {
    await expect(page.getByText("You're offline.", { exact: true })).toBeVisible();
    await expect(page.getByText("We couldn't log you in")).toBeVisible();
    await page.evaluate(() => window.portalQa?.lab.device.change({ offline: false }));
    await expect(page.getByText("You're offline.", { exact: true })).toHaveCount(0);
    await checkout.login(player);
    await checkout.seeScreen('server');
  },
  'clock-ahead': async (given) => {
    await order(given);
    expect((await given.page.evaluate(() => Date.now())) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await given.checkout.secondsLeft()).toBeGreaterThan(285);
  },
};

for (const [name, check] of Object.entries(CHECKS))
  test(`?scenario=${name}: ${SCENARIOS[name as ScenarioName].expect} (INSP-06)`, async ({
    checkout,
    sandbox,
    player,
    expectedErrors,
  }) => {
    const path = `/main/recharge?scenario=${name}`;
    if (name === 'offline') {
      await checkout.open(path);
      await checkout.login(player);
    } else await checkout.enter(player, path);
    await check({ checkout, page: checkout.page, sandbox, player, expectedErrors });
  });
