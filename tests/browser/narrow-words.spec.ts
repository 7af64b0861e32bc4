import { expect } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

test.use({ viewport: { width: 320, height: 800 } });

const END = 'X'.repeat(43);
const UNKNOWN = `000000-0000-0000-0000${END}`;

/** Extends every order number of the API to 64 characters, and gives one to the entries of the ledger that have none. */
const lengthenOrderNumbers = async ({ page }: CheckoutModel): Promise<void> => {
  await page.route('**/api/**', async (route) => {
    const body = route.request().postData()?.replaceAll(END, '');
    const response = await routeResponse(route, body);
    const text = (await response.text())
      .replace(/"(\d{6}(?:-\w{4}){3})"/g, `"$1${END}"`)
      .replaceAll('"payment_id":null', `"payment_id":"${UNKNOWN}"`);
    await route.fulfill({ response, body: text });
  });
};

/** Expects that no long order number is wider than its row or the window, and the page no wider than the window. */
const seeWrapped = async ({ page }: CheckoutModel, name: string): Promise<void> => {
  const numbers = page.getByText(END).locator('visible=true');
  await expect(numbers.first()).toBeVisible();
  const over = await numbers.evaluateAll((all) =>
    all.map((number) => {
      const range = document.createRange();
      range.selectNodeContents(number);
      const room = number.closest('dl > div')?.getBoundingClientRect().right ?? innerWidth;
      return Math.ceil(range.getBoundingClientRect().right - room);
    }),
  );
  const room = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([name, over.filter((pixels) => pixels > 0), room]).toEqual([name, [], 0]);
};

test('an order number of 64 characters wraps wherever a phone shows it, and in the history of a wide window (ROUTE-14)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await lengthenOrderNumbers(checkout);
  await checkout.placeOrder();
  await seeWrapped(checkout, 'payment window dialog');
  const detail = `/main/recharge/detail/${await checkout.orderId()}`;
  await checkout.press('Later');
  await checkout.open('/main/account/recharge');
  await page.setViewportSize({ width: 1_100, height: 900 });
  await expect(new AccountModel(page).rows).toHaveCount(1);
  await seeWrapped(checkout, 'history in a wide window');
  await page.setViewportSize({ width: 320, height: 800 });
  await checkout.open('/main/account/epoint');
  await seeWrapped(checkout, 'ledger');
  await checkout.open(detail);
  await expect(page.locator('[data-screen="payment_detail"] [data-state="shown"]')).toBeVisible();
  await seeWrapped(checkout, 'order');
});
