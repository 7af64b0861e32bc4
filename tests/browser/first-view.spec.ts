import { expect } from '@playwright/test';
import { holdRequests } from './held-requests.ts';
import { test } from './portal.fixture.ts';

const ENTRY = /\/assets\/start-[\w-]+\.js$/;

test("a player's page starts its first calls before the code arrives, makes each once, and the others when it is drawn", async ({
  checkout,
}) => {
  const expected = ['/api/bulletin/top', '/api/setting/init', '/api/user/uinfo', '/api/user/webRole'];
  await checkout.openTopUp();
  const page = await checkout.page.context().newPage();
  const calls: string[] = [];
  const answered: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  page.on('response', (response) => answered.push(new URL(response.url()).pathname));
  const open = await holdRequests(page, ENTRY);
  await page.goto('/main/recharge', { waitUntil: 'commit' });
  await expect.poll(() => calls.toSorted()).toEqual(expected);
  for (const call of expected) await expect.poll(() => answered).toContain(call);
  open();
  await expect.poll(() => calls).toContain('/api/epoint/balance');
  expect(calls.filter((call) => expected.includes(call)).toSorted()).toEqual(expected);
});
