import { expect, type Page } from '@playwright/test';
import { userLogin } from '../../src/contract/user.contract.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

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
  portalUrl,
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
  await page.goto(`${portalUrl}/404`);
  expect(await contentOf(page)).not.toContain(ticket);
  expect(carriers).toEqual(['GET /main/recharge', `POST ${userLogin.path}`]);
  expect(said.filter((text) => text.includes(ticket))).toEqual([]);
});
