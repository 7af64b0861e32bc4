import { expect, type Page } from '@playwright/test';
import { userLogin } from '../../src/contract/user.contract.ts';
import { readBrand } from '../../vite/read-brand.ts';
import { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

const [host = ''] = readBrand(process.cwd()).brand.returnTo;
const GAME = `https://${host.replace('*', 'play')}/shop?done=1`;

const linkOf = (ticket: string, query = 'item=lantern.gems.60') => `/main/recharge?${query}&ticket=${ticket}#from-game`;

/** The link has chosen the item, so the payment method is next. */
const chooseCharacter = async (checkout: CheckoutModel): Promise<void> => {
  await checkout.group('Character').locator('label:not([data-disabled])').first().click();
  await checkout.seeScreen('channel');
};

const storedPlayer = (page: Page) => page.evaluate(() => localStorage.getItem('portal:identity') ?? '');

/** All that a page keeps and shows, and what a script could read of its address. */
const contentOf = (page: Page) =>
  page.evaluate(async () => {
    const cached = (await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url),
    );
    return JSON.stringify([
      [location.href, history.state, document.referrer, document.cookie, document.documentElement.outerHTML],
      [{ ...localStorage }, { ...sessionStorage }, await Promise.all(cached), Reflect.get(window, 'ticket')],
    ]);
  });

test('a link from the game logs in with its choice, and its ticket is in no address, history, storage, referrer, console or other request (SESS-12, RCHG-14, C63)', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  const ticket = await sandbox.ticketOf(player);
  const carriers: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => {
    const parts = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''];
    if (parts.some((part) => part.includes(ticket)))
      carriers.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  page.on('console', (message) => said.push(`${message.text()} ${message.location().url}`));

  await page.goto(linkOf(ticket));
  await checkout.seeScreen('server');
  expect(await storedPlayer(page)).toContain(player.userId);
  await chooseCharacter(checkout);
  expect(await contentOf(page)).not.toContain(ticket);
  await page.getByRole('link', { name: 'News' }).locator('visible=true').first().click();
  await expect(page).toHaveURL(/\/main\/event/);
  await page.goBack();
  await page.reload();
  await checkout.seeScreen('channel');
  expect(await contentOf(page)).not.toContain(ticket);
  await page.goBack();
  expect(page.url()).not.toContain(ticket);
  await checkout.open('/404');
  expect(await contentOf(page)).not.toContain(ticket);
  expect(carriers).toEqual(['GET /main/recharge', `POST ${userLogin.path}`]);
  expect(said.filter((text) => text.includes(ticket))).toEqual([]);
});

test('a link with the way back: after a login, a reload and a payment, the delivered order leads back to the game (SESS-12, RCHG-14)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const back = page.getByRole('link', { name: 'Back to the game' });
  for (const link of ['https://evil.example/', GAME])
    await page.goto(`/main/recharge?item=lantern.gems.60&return=${encodeURIComponent(link)}`);
  await checkout.login(player);
  await checkout.seeScreen('server');
  await chooseCharacter(checkout);
  await checkout.chooseChannel();
  await checkout.payAndStay();
  await page.reload();
  await checkout.seeDialog('awaiting');
  await expect(back).toBeHidden();
  await checkout.deliver();
  const buttons = [
    back,
    page.getByRole('button', { name: 'Top up again' }),
    page.getByRole('button', { name: 'Order details', exact: true }),
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
  await expect(back).toHaveAttribute('href', GAME);
  await expect(back).toHaveAttribute('rel', 'noopener noreferrer');
});

test('a desktop shows its choices as a code for a phone, without the session (SESS-12, RCHG-14)', async ({
  checkout,
  player,
  browser,
  portalUrl,
}) => {
  const { page } = checkout;
  const toPhone = page.getByRole('button', { name: 'Continue on your phone' });
  await checkout.openTopUp(player);
  await expect(toPhone).toBeHidden();
  await checkout.walkToChannel();
  const lines = ['Character', 'Item'].map((title) => checkout.confirmed(title).innerText());
  await toPhone.click();
  await expect(checkout.dialog.getByRole('img')).toBeVisible();
  await checkout.press('Copy link');
  await expect.poll(() => checkout.copied()).toContain('/main/recharge');
  const link = new URL(await checkout.copied());
  expect([link.origin, [...link.searchParams.keys()]]).toEqual([portalUrl, ['server', 'role', 'item']]);
  await page.setViewportSize({ width: 820, height: 1180 });
  await checkout.dialog.getByRole('button', { name: 'OK' }).click();
  await expect(checkout.dialog).toBeHidden();

  const phone = new CheckoutModel(await (await browser.newContext({ baseURL: portalUrl })).newPage());
  await phone.open(link.href);
  await phone.login(player);
  await phone.seeScreen('channel');
  expect(await Promise.all(['Character', 'Item'].map((title) => phone.confirmed(title).innerText()))).toEqual(
    await Promise.all(lines),
  );
  await phone.page.context().close();
});
