import { expect, type Page } from '@playwright/test';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { test } from './portal.fixture.ts';
import { routeResponse } from './route-response.ts';

const CRASH = '()=>{throw new Error("a defect")}';

/** Each replaces a component in the code of a chunk by one that throws. */
const withCrash = {
  /** The view of a chunk of its own, or of a chunk with several views. */
  view: (code: string, name: string): string =>
    code
      .replace(new RegExp(`\\b${name}:\\(\\)=>[\\w$]+`), `${name}:()=>${CRASH}`)
      .replace(new RegExp(`\\bexport\\{[\\w$]+ as ${name}\\}`), `export const ${name}=${CRASH}`),
  /** A part of the frame of signed-in players. */
  part: (code: string, name: string): string => code.replace(new RegExp(`\\b${name}:[\\w$]+`), `${name}:${CRASH}`),
  /** The login, which is in the chunk of the first view. */
  login: (code: string): string => code.replace(/(name:`login`,take:\(\)=>)[\w$]+/, `$1${CRASH}`),
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

const VIEWS = [
  ['HomeView', 'home', '/main/home'],
  ['RechargeView', 'recharge', '/main/recharge'],
  ['NewsView', 'events', '/main/event'],
  ['ArticleView', 'event-detail', '/main/event/detail/news-1'],
  ['AccountView', 'account', '/main/account/recharge'],
  ['OrderDetailView', 'payment_detail', '/main/recharge/detail/1001'],
  ['ForbiddenView', 'forbidden', '/403'],
  ['NotFoundView', 'not-found', '/main/nowhere'],
] as const;

test('a crash of any view is a message with a refresh and breadcrumbs; the payment continues polling and reports when it is paid (C72)', async ({
  checkout,
  player,
  sandbox,
  expectedErrors,
}) => {
  expectedErrors.push(/a defect|The above error/);
  const { page } = checkout;
  await checkout.placeOrder(player);
  const orderId = await checkout.orderId();
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
  const goTo = (path: string): Promise<void> =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);

  const code = await changeCode(page, (text) => VIEWS.reduce((changed, [name]) => withCrash.view(changed, name), text));
  await checkout.open('/main/home');
  for (const [name, screen, path] of VIEWS)
    await test.step(name, async () => {
      await goTo(path);
      await expect(page.locator('main')).toHaveAttribute('data-screen', screen);
      await expectCrash();
    });
  expect(code.changed()).toBe(7);

  for (const [name, change] of [
    ['a part of the frame', (text: string) => withCrash.part(text, 'WaitingOrders')],
    ['EpointRechargeView', (text: string) => withCrash.view(text, 'EpointRechargeView')],
  ] as const)
    await test.step(name, async () => {
      code.use(change);
      await checkout.open('/main/recharge?target=epoint');
      await expectCrash();
      expect(code.changed()).toBe(1);
    });

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

test('a crash of the login or of the logout is a message with a refresh (C72)', async ({
  checkout,
  player,
  expectedErrors,
}) => {
  expectedErrors.push(/a defect|The above error/);
  const { page } = checkout;
  const code = await changeCode(page, (text) => withCrash.login(withCrash.view(text, 'LogoutView')));
  const expectCrash = () => expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await checkout.open('/login');
  await expectCrash();
  expect(code.changed()).toBe(1);
  await checkout.enter(player, '/main/logout');
  await expectCrash();
  expect(code.changed()).toBe(3);
});
