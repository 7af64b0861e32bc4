import { expect } from '@playwright/test';
import { eRechargeItems } from '../../src/contract/e-recharge.contract.ts';
import { type Held, holdRendering } from './held-rendering.ts';
import { holdRequests } from './held-requests.ts';
import { test } from './qa.fixture.ts';

/** Whether React has created its root. Until the root renders, no redirect has a listener. */
const hasRoot = (): boolean =>
  Object.keys(document.getElementById('app') ?? {}).some((key) => key.startsWith('__reactContainer'));

const pendingUrl = (): string | null =>
  (window.portalQa?.root()?.getSnapshot().context as { pendingUrl: string | null } | undefined)?.pendingUrl ?? null;

test('Back during the first render opens the previous step, and no pending replacement undoes it (ROUTE-07)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await checkout.enter(player, '/main/recharge?target=epoint');
  await checkout.seeScreen('item');
  await checkout.group('E Points').locator('label').first().click();
  await checkout.chooseChannel();
  await page.addInitScript(holdRendering);
  const release = await holdRequests(page, `**${eRechargeItems.path}`);
  await page.reload();
  await expect(page).toHaveURL(/step=item$/);
  await expect.poll(() => page.evaluate(hasRoot)).toBe(true);
  release();
  await expect.poll(() => page.evaluate(pendingUrl)).toMatch(/step=confirm$/);
  await page.goBack();
  await page.evaluate(() => (window as unknown as Held).releaseTasks());
  await checkout.seeScreen('channel');
  await expect(page).toHaveURL(/step=channel$/);
});
