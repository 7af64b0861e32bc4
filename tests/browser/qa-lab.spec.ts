import type { Page } from '@playwright/test';
import { writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { replayFile } from '../../src/qa/portal/replay-file.ts';
import { AxeModel } from './models/axe.model.ts';
import { CheckoutModel } from './models/checkout.model.ts';
import { expectEffects } from './models/controls.model.ts';
import { expect, test } from './qa.fixture.ts';

/** Opens the lab with its shortcut, which works even while a dialog is open. */
const openLab = async (checkout: CheckoutModel): Promise<Page> => {
  await expect(checkout.page.locator('a[href="/qa?tab=lab"]')).toBeAttached();
  const lab = await checkout.opened(checkout.page.keyboard.press('Alt+Shift+L'));
  await expect(lab.getByRole('heading', { name: 'Scenarios' })).toBeVisible();
  return lab;
};

test('five minutes pass: the order expires on the server and in the page without a reload, and the recording replays (INSP-06, INSP-03)', async ({
  checkout,
  flow,
}) => {
  const { page } = checkout;
  await checkout.openTopUp();
  const lab = await openLab(checkout);
  await page.bringToFront();
  await checkout.walkToConfirm();
  await checkout.pay();

  await page.evaluate(() => {
    document.documentElement.dataset['sameLoad'] = 'yes';
  });
  const since = await page.evaluate(() => Date.now());
  await lab.bringToFront();
  await lab.getByRole('button', { name: '5 min pass' }).click();
  await expect(lab.getByRole('status')).toHaveText('Done: 5 min pass.');
  await expect(page.locator('[data-payment]')).toHaveAttribute('data-payment', 'overdue');
  expect((await page.evaluate(() => Date.now())) - since).toBeGreaterThanOrEqual(300_000);
  await expect(lab.getByText('This browser is 5 min 0 s ahead')).toBeVisible();

  await page.bringToFront();
  await checkout.press('Place order again');
  await checkout.seeScreen('confirm');
  await checkout.pay();
  expect(await checkout.secondsLeft()).toBeGreaterThan(280);
  expect(await page.locator('html').getAttribute('data-same-load')).toBe('yes');

  const { ok, lines } = replayFile(writeFlow(await flow()));
  expect(lines.join('\n')).toContain('✓');
  expect(ok, lines.join('\n')).toBe(true);
});

test('the lab forces a blocked window, a payment and an ended session; axe finds no violations, and it fits a phone (INSP-06)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.openTopUp();
  const lab = await checkout.opened(page.getByRole('link', { name: 'Lab', exact: true }).click());
  await lab.getByRole('button', { name: 'Set up: The browser blocks the payment window' }).click();
  await expect(lab.getByRole('status')).toContainText('Done');
  await page.bringToFront();
  await checkout.walkToConfirm();
  await checkout.payButton.click();
  await checkout.seeDialog('awaiting');
  await expect(checkout.dialog.getByRole('link').first()).toBeVisible();

  const orderId = await checkout.orderId();
  await lab.bringToFront();
  await expect(lab.getByRole('button', { name: '10 s before the deadline' })).toBeVisible();
  const axe = new AxeModel(lab);
  await axe.look('lab, wide');
  await lab.setViewportSize({ width: 390, height: 844 });
  await axe.look('lab, narrow');
  expect(axe.found).toEqual({});
  const overflow = () => lab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  const words = lab.getByText('The session expires while an order is polled');
  await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(150);
  await lab.getByRole('group', { name: orderId }).getByRole('button', { name: 'Pay', exact: true }).click();
  await page.bringToFront();
  await checkout.seeResult('delivered');

  await lab.bringToFront();
  await lab.getByRole('button', { name: 'The session expires', exact: true }).click();
  await expect(lab.getByRole('status')).toHaveText('Done: session expired.');
  await page.bringToFront();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
});

test('the lab names its page, its account and each fault of a scenario, creates an account for a second tab, and says when its page is closed (INSP-06)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  const lab = await openLab(checkout);
  await expect(
    lab.getByText(`It acts on /main/recharge of this browser only, logged in as ${player.userId}.`),
  ).toBeVisible();
  await lab.getByRole('searchbox', { name: 'Find a scenario' }).fill('items');
  await expect(lab.getByRole('button', { name: 'Set up: A game with 60 servers' })).toHaveCount(0);
  await lab.getByRole('button', { name: 'Set up: Items cannot be loaded' }).click();
  await lab.getByRole('checkbox', { name: 'Pop-ups are blocked' }).check();
  const active = lab.getByRole('region', { name: 'Active now' });
  await expect(active.getByRole('listitem')).toHaveText([
    'items: server unavailable, until cleared',
    'Pop-ups are blocked',
  ]);
  await active.getByRole('button', { name: 'Back to normal' }).click();
  await expect(active).toContainText('Nothing is forced now.');

  await lab.getByRole('button', { name: 'New account' }).click();
  const made = lab.getByRole('listitem').filter({ hasText: 'password' }).locator('code');
  await expect(made).toHaveCount(2);
  const [account = '', password = ''] = await made.allInnerTexts();
  const second = new CheckoutModel(await page.context().newPage());
  await second.open('/main/logout');
  await expect(second.page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/login|\/main\/logout/);
  await second.logInToTopUp({ account, password });
  const userId = (tab: Page) => tab.evaluate(() => window.portalQa?.lab.userId() ?? null);
  await expect.poll(() => userId(second.page)).not.toBeNull();
  expect(await userId(second.page)).not.toBe(player.userId);
  await expect.poll(() => userId(page)).toBe(await userId(second.page));

  await page.close();
  await expect(lab.getByText('Without that page, or while it loads, nothing can be forced.')).toBeVisible();
  await expect(lab.getByRole('button')).toHaveCount(0);
});

test('each control of the lab has an effect, and the keys of the test banner work behind a dialog (INSP-06, INSP-03)', async ({
  checkout,
}) => {
  // The order chart refuses some changes of a paid order, and the lab says so.
  checkout.expectedErrors.push(/409 \(Conflict\) .*\/sandbox\/orders\//);
  const { page } = checkout;
  await checkout.placeOrder();
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Alt+Shift+S')]);
  const lab = await openLab(checkout);
  await expect(lab.getByRole('button', { name: '10 s before the deadline' })).toBeVisible();
  await expectEffects(lab, 'checkbox', ['Pop-ups are blocked', 'Offline', 'Pop-ups are blocked', 'Offline']);
  await expectEffects(lab, 'combobox', ['Its clock is', 'Call', 'Response', 'Times']);
  await expectEffects(lab, 'button', ['Apply fault', 'Back to normal']);
  await expectEffects(lab, 'button', ['No response of the bank', 'Pay late', 'Pay twice', 'Pay', 'Decline']);
  await expectEffects(lab, 'button', ['Close without paying', 'Set to paid', 'Set to failed', 'Set to delivered']);
  await expectEffects(lab, 'button', ['Set to refunded', 'Set to overdue', '10 s before the deadline']);
  await expectEffects(lab, 'button', ['30 s pass', '1 h pass', 'Back to the real time']);
  await expectEffects(lab, 'button', ['The server signs the account out']);
});
