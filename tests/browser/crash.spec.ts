import { expect, type Page } from '@playwright/test';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

const CRASH = '()=>{throw new Error("a defect")}';

/** Each replaces a component in the code of a chunk by one that throws. */
const withCrash = {
  /** The view of a chunk of its own. */
  view: (code: string, name: string): string =>
    code
      .replace(new RegExp(`\\b${name}:\\(\\)=>[\\w$]+`), `${name}:()=>${CRASH}`)
      .replace(new RegExp(`\\bexport\\{[\\w$]+ as ${name}\\}`), `export const ${name}=${CRASH}`),
  /** A part of the frame of signed-in players. */
  part: (code: string, name: string): string => code.replace(new RegExp(`\\b${name}:[\\w$]+`), `${name}:${CRASH}`),
};

/** Serves changed code. `use` switches to a different change. `changed` returns how many requested chunks have differed since then. */
const changeCode = async (page: Page, first: (code: string) => string) => {
  let change = first;
  let changed: string[] = [];
  await page.route(/\/assets\/[\w.-]+\.js$/, async (route) => {
    const response = await routeResponse(route);
    const code = await response.text();
    const body = change(code);
    if (body !== code) changed.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', headers: { 'cache-control': 'no-store' }, body });
  });
  return {
    use: (next: (code: string) => string): void => {
      change = next;
      changed = [];
    },
    changed: () => changed.length,
  };
};

test('a crash of a page or of the frame around it is a message with a refresh and breadcrumbs; the payment continues polling and reports when it is paid (C72)', async ({
  checkout,
  sandbox,
}) => {
  checkout.expectedErrors.push(/a defect|The above error/);
  const { page } = checkout;
  const orderId = await checkout.placeOrder();
  await page.bringToFront();
  await checkout.press('Later');

  /** The tab wakes up, and the machine of the payment reads its order. */
  const expectRead = async (): Promise<void> => {
    const read = page.waitForRequest(
      (request) => request.url().endsWith(orderRecord.path) && request.postDataJSON().sdk_order_id === orderId,
    );
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await read;
  };
  const expectCrash = async (): Promise<void> => {
    await expect(page.locator('[data-state="crashed"]')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expectRead();
  };
  const crashPage = (code: string): string => withCrash.view(code, 'EpointRechargeView');
  const crashFrame = (code: string): string => withCrash.part(code, 'WaitingOrders');
  const code = await changeCode(page, crashFrame);
  for (const change of [crashFrame, crashPage]) {
    code.use(change);
    await checkout.open('/main/recharge?target=epoint');
    await expectCrash();
    expect(code.changed()).toBe(1);
  }

  await page.getByRole('button', { name: 'Copy details for customer service' }).click();
  const copied = await checkout.copied();
  expect(copied).toMatch(/^Copied \(UTC\): .*\nApp version: .*\nBreadcrumbs 1 \(\d\d of \d+\)\n/);
  expect(copied).toContain('payment');
  expect(copied).not.toContain(orderId);

  code.use((text) => text);
  await sandbox.act(orderId, 'pay');
  await expectRead();
  await expect(
    page.getByText('Payment received').or(page.getByText('Your items have been delivered')).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.locator('[data-state="crashed"]')).toHaveCount(0);
});
