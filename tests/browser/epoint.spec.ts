import { expect } from '@playwright/test';
import type { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

const pointsIn = (text: string): number => Number(/([\d,]+)\s*EP/.exec(text)?.[1]?.replaceAll(',', '') ?? 'NaN');

const seeBalance = async ({ page }: CheckoutModel, points: number): Promise<void> => {
  const shown = page.locator('header [data-state="ready"]').first();
  await expect.poll(async () => pointsIn(await shown.innerText())).toBe(points);
};

test('E Points are bought with money; a deep link, a reload and Later continue, and the credited amount is the amount on the card (EPNT-02, EPNT-03, ROUTE-07, RCHG-16, RCHG-19)', async ({
  checkout,
  newPlayer,
}) => {
  const { page } = checkout;
  await checkout.enter(await newPlayer({ basic: 100, present: 20 }), '/main/recharge?target=epoint');
  await expect(page.getByRole('region', { name: 'Your balance' })).toContainText(/120\s*EP/);
  await checkout.seeScreen('item');
  const points = pointsIn(await checkout.group('E Points').locator('label').first().innerText());
  await checkout.choosePackage();
  await page.reload();
  await checkout.seeScreen('confirm');
  await page.goBack();
  await checkout.seeScreen('channel');
  await page.goForward();
  await checkout.seeScreen('confirm');
  await expect(page.locator('main')).toContainText(
    new RegExp(`Balance after purchase: ${(120 + points).toLocaleString('en-US')}\\s*EP`),
  );
  await checkout.pay();
  await expect(page).toHaveURL(/target=epoint&step=payment$/);
  const order = await checkout.orderId();
  await page.reload();
  await checkout.seeDialog('awaiting');
  expect(await checkout.orderId()).toBe(order);
  await checkout.press('Later');
  await checkout.seeScreen('item');
  await checkout.press(/^Continue to payment/);
  await checkout.seeDialog('awaiting');
  await checkout.deliver(order);
  await expect(page.locator('main')).toContainText('E Points added');
  await seeBalance(checkout, 120 + points);
});

test('an overdue purchase is ordered again from its order page, and the page distinguishes credit from delivery (D8, D9, EPNT-03, RCHG-14, ORDR-05)', async ({
  checkout,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.enterAsNew('/main/recharge?target=epoint');
  await checkout.choosePackage();
  const order = await checkout.payAndStay();
  await sandbox.expireIn(order, 1);
  await page.reload();
  const expired = page.getByRole('region', { name: 'This order has expired' });
  await expect(expired.getByRole('button', { name: 'Place order again' })).toBeEnabled();
  await checkout.open(`/main/recharge/detail/${order}`);
  await checkout.press('Place order again');
  await checkout.seeScreen('confirm');
  await expect(page).toHaveURL(/target=epoint&step=confirm$/);
  const again = await checkout.payAndStay();
  expect(again).not.toBe(order);
  await checkout.deliver(again);
  await checkout.press('Order details');
  await expect(page.locator('main')).toContainText(/Your E\sPoints are in your balance and ready to use\./);
  await expect(page.locator('main')).not.toContainText('your game');
});

test('an item is paid with E Points without a window, and a reload while they are charged results in one paid order (EPNT-03, EPNT-05, RCHG-16, RCHG-19, RCHG-20)', async ({
  checkout,
  newPlayer,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(await newPlayer({ basic: 5_000, present: 350 }));
  await checkout.walkToChannel();
  const card = checkout.group('Payment method').locator('label').filter({ hasText: 'E Points' });
  await expect(card).toContainText(/your balance: 5,350\s*EP/);
  const price = pointsIn(await card.innerText());
  await checkout.pick('Payment method', /^E Points/);
  await checkout.seeScreen('confirm');
  await expect(page.locator('main')).not.toContainText('US$');
  await expect(checkout.payButton).toHaveText(new RegExp(`Pay ${price.toLocaleString('en-US')}\\s*EP`));
  await sandbox.fault(await checkout.clientId(), '/api/payment/order/epoint/pay', { kind: 'stall', at: 'headers' });
  await checkout.payButton.click();
  await expect(page.locator('[data-points="paying"]')).toBeVisible();
  await page.reload();
  await checkout.seeResult('delivered');
  expect(page.context().pages()).toHaveLength(1);
  await seeBalance(checkout, 5_350 - price);
  const name = await page
    .locator('main')
    .getByText(/^[\d,]+ Star Gems$/)
    .first()
    .innerText();
  await checkout.open('/main/account/epoint');
  await expect(page.getByRole('list', { name: 'E Point history' }).getByRole('listitem').first()).toContainText(name);
});

test('E Points that an item lacks are bought with it: one confirmation names both amounts, and the item follows the credit (EPNT-04, EPNT-05, RCHG-09)', async ({
  checkout,
  newPlayer,
  sandbox,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(await newPlayer({ basic: 50, present: 0 }));
  await checkout.walkToPoints();
  const main = page.locator('main');
  await expect(main).toContainText(/You have 50\sEP and need 49\sEP more/);
  await expect(main).toContainText(/100\sEP for US\$0\.99 is enough/);
  await checkout.press('Top up E Points');
  await expect(page).toHaveURL(/target=epoint&step=confirm$/);
  await expect(checkout.payButton).toHaveText('Pay US$0.99');
  await expect(main).toContainText(/99\sEP to buy 60 Star Gems for Aldric Vane/);
  await checkout.pay();
  await sandbox.act(await checkout.orderId(), 'pay');
  await expect(page).toHaveURL(/recharge\?step=payment$/);
  await checkout.seeResult('delivered');
  await expect(main).toContainText('60 Star Gems');
  await seeBalance(checkout, 51);
  await checkout.open('/main/account/recharge');
  await expect(page.locator('[data-month] li')).toHaveCount(2);
});

test('points spent in the meantime: the order waits, E Points are bought, and it is paid (EPNT-04, C40)', async ({
  checkout,
  newPlayer,
  sandbox,
}) => {
  const { page } = checkout;
  const player = await newPlayer({ basic: 2_000, present: 0 });
  await checkout.openTopUp(player);
  await checkout.chooseRole();
  await checkout.chooseItem();
  // The wizard reads the balance with each of the last two steps. After that, only the payment notices that E Points are missing.
  await expect(checkout.group('Payment method')).toContainText('2,000 EP');
  const read = ['/api/operate/coinBalance', '/api/epoint/balance'].map((path) =>
    page.waitForResponse((response) => response.url().endsWith(path)),
  );
  await checkout.pick('Payment method', /^E Points/);
  await checkout.seeScreen('confirm');
  await Promise.all(read);
  await expect(checkout.payButton).toBeEnabled();
  await sandbox.givePoints(player.userId, -1_999);
  await checkout.payButton.click();
  await checkout.seeResult('points');
  await expect(page.locator('[data-points="insufficient"]')).toContainText(
    "You don't have enough E Points. Top up to continue.",
  );
  const order = await checkout.orderId();
  await checkout.press('Top up E Points');
  await expect(page).toHaveURL(/target=epoint/);
  await checkout.choosePackage();
  await checkout.pay();
  await checkout.deliver();
  await checkout.press('Back to your order');
  await expect(page.locator('[data-points="payable"]')).toBeVisible();
  expect(await checkout.orderId()).toBe(order);
  await checkout.payButton.click();
  await checkout.seeResult('delivered');
});
