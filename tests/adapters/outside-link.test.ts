import { expect, test } from 'vitest';
import { stall, unreachable } from '../support/api/fake-api.ts';
import { createCoreHarness, loggedIn } from '../support/machines/core-harness.ts';

const TICKET = '/api/user/sdk/ticket/get';
const HELP = 'https://help.example/chat?lang=en#top';

const opened = (harness: ReturnType<typeof createCoreHarness>) => {
  const windowRef = harness.browserActions.openLinkWindow({ title: 'Help', text: 'Opening help' });
  if (windowRef === null) throw new Error('the window was blocked');
  return windowRef;
};

const open = async (
  harness: ReturnType<typeof createCoreHarness>,
  url = HELP,
  signal = new AbortController().signal,
) => {
  const windowRef = opened(harness);
  await harness.signedInPorts.openLink({ url, windowRef, gameAccountId: 'ga-7' }, signal);
  return harness.tab.opened.at(-1);
};

test('the window of the click is navigated to the link with a ticket (SESS-12, CALL-07)', async () => {
  const harness = await loggedIn();
  const handle = await open(harness);
  expect(harness.api.to(TICKET).map(({ body }) => body)).toEqual([{ uid: 'ga-7' }]);
  expect(handle?.visited).toEqual(['https://help.example/chat?lang=en&ticket=ticket-0123456789abcdef#top']);
  expect([handle?.opener, handle?.drawn]).toEqual([null, ['Opening help']]);
});

test('without a ticket the link opens unchanged (SESS-12)', async () => {
  const harness = await loggedIn();
  harness.api.reply(TICKET, unreachable);
  expect((await open(harness))?.visited).toEqual([HELP]);
  harness.api.reply(TICKET, { code: 20114, msg: 'no' });
  expect((await open(harness))?.visited).toEqual([HELP]);
});

test('an account without a game account requests no ticket (SESS-12, D5)', async () => {
  const harness = await loggedIn();
  const windowRef = opened(harness);
  await harness.signedInPorts.openLink({ url: HELP, windowRef, gameAccountId: '' }, new AbortController().signal);
  expect([harness.api.to(TICKET), harness.tab.opened.at(-1)?.visited]).toEqual([[], [HELP]]);
});

test('two links have their own windows, and a closed one stays closed (SESS-12)', async () => {
  const harness = await loggedIn();
  const first = await open(harness);
  const second = await open(harness, 'https://game.example/');
  expect([first?.closed, second?.visited]).toEqual([false, ['https://game.example/?ticket=ticket-0123456789abcdef']]);
  const windowRef = opened(harness);
  const handle = harness.tab.opened.at(-1);
  handle?.close();
  await harness.signedInPorts.openLink({ url: HELP, windowRef, gameAccountId: 'ga-7' }, new AbortController().signal);
  expect(handle?.visited).toEqual([]);
});

test('an aborted link closes the blank window (SESS-12)', async () => {
  const harness = await loggedIn();
  harness.api.reply(TICKET, stall);
  const leaving = new AbortController();
  const opening = open(harness, HELP, leaving.signal);
  leaving.abort();
  const handle = await opening;
  expect([handle?.closed, handle?.visited]).toEqual([true, []]);
});

test('only a safe stored link is offered (SESS-13)', async () => {
  const harness = createCoreHarness();
  expect(harness.browserActions.serviceLink()).toBeNull();
  await harness.login();
  expect(harness.browserActions.serviceLink()).toBe('https://help.example/chat');
  harness.tab.browser.localStorage.setItem('customer_service', 'javascript:alert(1)');
  expect(harness.browserActions.serviceLink()).toBeNull();
});

test.each([
  ['/sandbox/site?lang=de', 'https://portal.example/sandbox/site?lang=de&ticket=ticket-0123456789abcdef'],
  ['http://game.example/', 'http://game.example/'],
])('a path of the portal gets a ticket too, an address without https does not: %s (SESS-12)', async (url, visited) => {
  expect((await open(await loggedIn(), url))?.visited).toEqual([visited]);
});

test('the window of a click that needs no window is closed (RCHG-10)', async () => {
  const harness = createCoreHarness();
  const windowRef = opened(harness);
  await harness.signedInPorts.closeWindow({ windowRef }, new AbortController().signal);
  expect(harness.tab.opened.at(-1)?.closed).toBe(true);
});
