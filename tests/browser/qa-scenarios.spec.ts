import type { Page, Response } from '@playwright/test';
import { type LabScenario, SCENARIOS, type ScenarioName } from '../../src/qa/portal/lab/lab.scenarios.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import type { SandboxModel } from './models/sandbox.model.ts';
import { createPlayer, type Player } from './portal.fixture.ts';
import { expect, test } from './qa.fixture.ts';

type Given = {
  readonly checkout: CheckoutModel;
  readonly page: Page;
  readonly sandbox: SandboxModel;
  readonly player: Player;
  readonly expectedErrors: RegExp[];
};

/** Makes the next poll of the page due immediately. */
const letPollsPass = (checkout: CheckoutModel): Promise<void> => checkout.letPass(15);

const WALKS = {
  login: async () => undefined,
  role: (checkout: CheckoutModel) => checkout.chooseRole(),
  item: async (checkout: CheckoutModel) => {
    await checkout.chooseRole();
    await checkout.chooseItem();
  },
  pay: async (checkout: CheckoutModel, { faults, from }: LabScenario) => {
    await checkout.walkToConfirm();
    const active = async (): Promise<number> => {
      const found = await checkout.page.evaluate(() => window.portalQa?.lab.sandbox.active());
      return found?.ok ? found.value.length : 0;
    };
    // From the confirm step on, the lab adds the faults one after the other.
    if (from === 'confirm') await expect.poll(active).toBe(faults.length);
    await checkout.payButton.click();
  },
  order: async (checkout: CheckoutModel) => {
    await checkout.walkToConfirm();
    await checkout.pay();
    await letPollsPass(checkout);
  },
} as const;

/** How far a player comes in a scenario, and what the page says there. */
const SAID = {
  maintenance: ['login', 'This server is under maintenance'],
  'no-roles': ['login', 'No characters here yet'],
  'many-servers': ['login', 'Show all 60 servers'],
  'slow-everything': ['login', 'Loading your servers and characters'],
  'server-errors': ['role', "We couldn't load the items"],
  'malformed-channels': ['item', "We couldn't load the payment methods"],
  'price-changed': ['pay', 'It was US$0.99 and is now US$1.99.'],
  'channel-closed': ['pay', 'This payment method just became unavailable'],
  'role-gone': ['pay', 'This character is no longer available'],
  'pop-up-blocked': ['pay', 'Open the payment page'],
  'session-expired': ['order', 'Your session expired, or your account was used on another device.'],
  'signed-out': ['order', "You've been logged out"],
} as const satisfies Partial<Readonly<Record<ScenarioName, readonly [keyof typeof WALKS, string]>>>;

for (const [walk, ids] of [
  ['login', 'INSP-06'],
  ['role', 'INSP-06'],
  ['item', 'INSP-06'],
  ['pay', 'INSP-06, RCHG-21, C28, C32'],
  ['order', 'INSP-06'],
] as const)
  test(`each scenario whose effect a player sees after the step "${walk}" says what has happened (${ids})`, async ({
    checkout,
    sandbox,
    request,
    portalUrl,
    expectedErrors,
  }) => {
    test.slow();
    expectedErrors.push(/503/);
    const { page } = checkout;
    await checkout.enter(await createPlayer(request, portalUrl), '/403');
    const clientId = await checkout.clientId();
    for (const [name, [place, words]] of Object.entries(SAID))
      if (place === walk)
        await test.step(name, async () => {
          await sandbox.clearFaults(clientId);
          await checkout.open('/403');
          await page.evaluate((id) => {
            localStorage.clear();
            localStorage.setItem('client-id', id);
          }, clientId);
          await checkout.enterAgain(await createPlayer(request, portalUrl), `/main/recharge?scenario=${name}`);
          await WALKS[place](checkout, SCENARIOS[name as ScenarioName]);
          await expect(page.getByText(words).first()).toBeAttached();
        });
  });

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

/** What the other scenarios lead to, after a player opened their links: signed in, or offline at the login. */
const CHECKS: Readonly<Record<Exclude<ScenarioName, keyof typeof SAID>, (given: Given) => Promise<void>>> = {
  'order-uncertain': async (given) => {
    const { checkout, page } = given;
    const keys = orderKeys(page);
    await checkout.walkToConfirm();
    await Promise.all([page.waitForRequest(/webCreate$/), checkout.payButton.click()]);
    await expect(page.getByText('Placing your order…').first()).toBeVisible();
    await checkout.letPass(60);
    await checkout.seeDialog('awaiting');
    expect(keys.size).toBe(1);
  },
  'order-cut': async (given) => {
    given.expectedErrors.push(/Failed to load resource/);
    const keys = orderKeys(given.page);
    await order(given);
    expect(keys.size).toBe(1);
  },
  'polling-errors': async (given) => {
    const { checkout, page, sandbox, expectedErrors } = given;
    expectedErrors.push(/429/);
    const orderId = await order(given);
    const before = await checkout.secondsLeft();
    for (let failedCalls = 0; failedCalls < 3; failedCalls += 1)
      await Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith('/api/order/record') && answer.status() === 429),
        letPollsPass(checkout),
      ]);
    await expect(checkout.dialog).toContainText("We can't connect right now");
    await expect.poll(() => checkout.secondsLeft()).toBeLessThan(before - 30);
    await sandbox.act(orderId, 'pay');
    await letPollsPass(checkout);
    await checkout.seeResult('delivered');
  },
  'out-of-order': async (given) => {
    const { checkout, page, sandbox } = given;
    const orderId = await order(given);
    await sandbox.setStatus(orderId, 2);
    await letPollsPass(checkout);
    await checkout.seeResult('paid');
    const isOld = async (answer: Response): Promise<boolean> => {
      if (!answer.url().endsWith('/api/order/record')) return false;
      const { result } = (await answer.json()) as { readonly result: readonly { readonly status: number }[] };
      return result[0]?.status === 1;
    };
    for (let failedCalls = 0; failedCalls < 3; failedCalls += 1) {
      await Promise.all([page.waitForResponse(isOld), letPollsPass(checkout)]);
      await checkout.seeResult('paid');
    }
    await sandbox.setStatus(orderId, 4);
    await letPollsPass(checkout);
    await checkout.seeResult('delivered');
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
