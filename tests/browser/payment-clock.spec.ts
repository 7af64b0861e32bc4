import { expect, type Page } from '@playwright/test';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { test } from './portal.fixture.ts';

const DELIVERED = ORDER_STATUS_CODE.delivered;
const HOUR_MS = 3_600_000;

/** Collects every state of the order that the page shows. */
const watchStates = async (page: Page): Promise<() => Promise<readonly string[]>> => {
  await page.evaluate(() => {
    const states = new Set<string>();
    const read = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-payment], dialog[data-state]'))
        states.add(element.dataset['payment'] ?? element.dataset['state'] ?? '');
      document.documentElement.dataset['states'] = [...states].join();
    };
    read();
    new MutationObserver(read).observe(document.body, {
      attributeFilter: ['data-payment', 'data-state'],
      childList: true,
      subtree: true,
    });
  });
  return async () => (await page.evaluate(() => document.documentElement.dataset['states'] ?? '')).split(',');
};

test('the device clock jumps a day ahead and an hour back, then the device sleeps past the deadline: the countdown continues, and a payment counts (C14, C15)', async ({
  checkout,
  context,
  player,
  request,
  sandbox,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  const { page } = checkout;
  await page.clock.install();
  await checkout.placeOrder(player);
  const before = await checkout.secondsLeft();
  const statesOf = await watchStates(page);
  for (const jumpMs of [24 * HOUR_MS, -HOUR_MS]) {
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + jumpMs);
    await page.waitForResponse((response) => response.url().endsWith(orderRecord.path));
    await expect.poll(() => checkout.secondsLeft()).toBeLessThan(before);
    expect(await checkout.secondsLeft()).toBeGreaterThan(before - 120);
    await checkout.seeDialog('awaiting');
  }
  const read = await page.waitForRequest(`**${orderRecord.path}`);
  await context.setOffline(true);
  await sandbox.act(await checkout.orderId(), 'pay');
  // The time of the server does not advance with that of the page, so the page would read an unpaid order rarely.
  await expect.poll(async () => (await (await request.fetch(read)).json()).result[0].status).toBe(DELIVERED);
  await page.clock.fastForward('20:00');
  await checkout.seeDialog('last-check');
  await context.setOffline(false);
  await checkout.seeResult('delivered');
  const states = await statesOf();
  expect(states).toContain('delivered');
  expect(states).not.toContain('overdue');
});
