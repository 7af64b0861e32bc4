import { expect, type Page, type Request } from '@playwright/test';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

/** Opens the order of the first tab in a second one. Returns the tab of each read of the order from then on. */
const openSecondTab = async (first: CheckoutModel) => {
  const second = new CheckoutModel(await first.page.context().newPage());
  await second.open('/main/recharge');
  await second.seeDialog('awaiting');
  const order = await first.orderId();
  expect(await second.orderId()).toBe(order);
  const reads: Page[] = [];
  for (const { page } of [first, second])
    page.on('request', (request: Request) => {
      if (request.url().endsWith(orderRecord.path) && request.postDataJSON().sdk_order_id === order) reads.push(page);
    });
  return { second, order, reads };
};

test('of two tabs with one order only one reads it, and both show the payment (C11)', async ({ checkout }) => {
  await checkout.placeOrder();
  const { second, order, reads } = await openSecondTab(checkout);
  // A read that the first tab had planned may still follow.
  await expect.poll(() => reads.length).toBeGreaterThan(1);
  reads.length = 0;
  await expect.poll(() => reads.length, { timeout: 60_000 }).toBeGreaterThan(2);
  expect(new Set(reads).size).toBe(1);
  await checkout.deliver(order);
  await second.seeResult('delivered');
});
