import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type Flow, readFlow } from '../../src/qa/core/record/flow.file.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { TranslationModel } from './models/translation.model.ts';
import { test } from './portal.fixture.ts';
import { test as qaTest } from './qa.fixture.ts';

const FLOWS = new URL('../flows/', import.meta.url);

const flows: readonly Flow[] = readdirSync(FLOWS).map((file) => {
  const read = readFlow(readFileSync(new URL(file, FLOWS), 'utf8'));
  if (!read.ok) throw new Error(`${file} is not a recording`);
  return { ...read.flow, name: file.replace('.flow.json', '') };
});

/** Draws each state of a page load of a recording. */
const walk = async (page: Page, flow: string, run: number, rows: Flow['runs'][number]['rows']): Promise<void> => {
  const states = rows.flatMap(({ kind }, at) => (kind === 'state' ? [at + 1] : []));
  await page.goto(`/qa?preview&${new URLSearchParams({ flow, run: String(run), step: '0' })}`);
  await expect(page.locator('[data-preview]')).toBeAttached();
  await page.evaluate(async (steps) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (const step of steps) {
      window.portalPreview?.go(step);
      await drawn();
    }
  }, states);
};

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1280, height: 800 }],
] as const)
  qaTest.describe(`a translated page on a ${device}`, () => {
    qaTest.use({ viewport });

    qaTest('each screen of each recording can be translated (BRWS-03)', async ({ checkout: { page } }) => {
      qaTest.slow();
      const translation = new TranslationModel(page);
      await translation.start();
      for (const { name, runs } of flows)
        for (const [run, { rows }] of runs.entries()) {
          await walk(page, name, run, rows);
          await translation.seeNoDamage();
        }
    });
  });

const seeError = async (page: Page): Promise<void> => {
  await expect(page.locator('form').getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
};

/** Provokes the errors of a form, then types the first letter into each field. */
const typeAfterErrors = async ({ page }: CheckoutModel, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await seeError(page);
  for (const field of await page.locator('form input:not([type=radio])').all()) {
    await field.pressSequentially('a1');
    await field.fill('');
  }
};

test('the browser translates the page: each form survives the first letter after an error (BRWS-03)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const translation = new TranslationModel(page);
  await translation.start();
  await checkout.open('/login');
  await typeAfterErrors(checkout, 'Log in');
  await page.getByRole('radio', { name: 'Phone' }).click();
  await typeAfterErrors(checkout, 'Log in');
  await page.getByLabel('Phone number').fill('2025550123');
  await checkout.press('Send code');
  await expect(page.locator('form').getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await page.getByLabel('Phone number').fill('2025550124');
  for (const way of ['email', 'phone']) {
    await checkout.open(`/login?reset=${way}`);
    await typeAfterErrors(checkout, 'Set new password');
  }
  await translation.seeNoDamage();
});

test('the browser translates the page: a top-up from the login to the delivered order (BRWS-03)', async ({
  checkout,
  player,
  sandbox,
}) => {
  test.slow();
  const { page } = checkout;
  const translation = new TranslationModel(page);
  await translation.start();
  await checkout.logInToTopUp(player);
  await checkout.chooseRole();
  await checkout.chooseItem();
  await checkout.seeScreen('channel');
  await page.goBack();
  await checkout.seeScreen('item');
  await checkout.group('Item').locator('label').nth(2).click();
  await checkout.chooseChannel();
  const cashier = await checkout.pay();
  const order = await checkout.orderId();
  await checkout.press('Later');
  await expect(page.getByText('An order is waiting for your payment')).toBeVisible();
  await cashier.close();
  await checkout.open(`/main/recharge/detail/${order}`);
  await expect(page.getByText('Unpaid').first()).toBeVisible();
  await sandbox.act(order, 'pay');
  await expect(page.getByText('Delivered').first()).toBeVisible();
  await translation.seeNoDamage();
});

test('the browser translates the page: E Points, history, news and the account (BRWS-03)', async ({
  checkout,
  player,
}) => {
  test.slow();
  const { page } = checkout;
  const translation = new TranslationModel(page);
  await translation.start();
  await checkout.openTopUp(player);
  await checkout.pick('What would you like to top up?', 'E Points');
  for (const at of [0, 1]) {
    await checkout.seeScreen('item');
    await checkout.group('E Points').locator('label').nth(at).click();
    await checkout.seeScreen('channel');
    await page.goBack();
  }
  await checkout.pick('What would you like to top up?', 'Game');
  await checkout.open('/main/account/recharge');
  await expect(page.locator('[data-list]')).toHaveAttribute('data-list', 'empty');
  for (const section of ['epoint', 'user']) {
    await checkout.open(`/main/account/${section}`);
    await expect(page.locator('main h1').first()).toBeVisible();
  }
  await checkout.open('/main/event');
  await page.locator('main a[href^="/main/event/detail/"]').first().click();
  await expect(page.locator('[data-screen="event-detail"] [data-state="shown"]')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'News and events' })).toBeVisible();
  await translation.seeNoDamage();
});
