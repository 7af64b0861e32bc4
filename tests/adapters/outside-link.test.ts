import { expect, test } from 'vitest';
import { stall, unreachable } from '../support/fake-api.ts';
import { createFakeWorld } from '../support/fake-world.ts';

const TICKET = '/api/user/sdk/ticket/get';
const HELP = 'https://help.example/chat?lang=en#top';

const opened = (world: ReturnType<typeof createFakeWorld>) => {
  const windowRef = world.gestures.openLinkWindow({ title: 'Help', text: 'Opening help' });
  if (windowRef === null) throw new Error('the window was blocked');
  return windowRef;
};

const open = async (world: ReturnType<typeof createFakeWorld>, url = HELP, signal = new AbortController().signal) => {
  const windowRef = opened(world);
  await world.playerPorts.openLink({ url, windowRef, gameAccountId: 'ga-7' }, signal);
  return world.tab.opened.at(-1);
};

test('SESS-12 CALL-07 · the window of the click goes to the link with a ticket of the player', async () => {
  const world = createFakeWorld();
  await world.login();
  const handle = await open(world);
  expect(world.api.to(TICKET).map(({ body }) => body)).toEqual([{ uid: 'ga-7' }]);
  expect(handle?.visited).toEqual(['https://help.example/chat?lang=en&ticket=ticket-0123456789abcdef#top']);
  expect([handle?.opener, handle?.drawn]).toEqual([null, ['Opening help']]);
});

test('SESS-12 · without a ticket the link opens all the same', async () => {
  const world = createFakeWorld();
  await world.login();
  world.api.reply(TICKET, unreachable);
  expect((await open(world))?.visited).toEqual([HELP]);
  world.api.reply(TICKET, { code: 20114, msg: 'no' });
  expect((await open(world))?.visited).toEqual([HELP]);
});

test('SESS-12 · two links in a row have a window each; one that was closed meanwhile stays closed', async () => {
  const world = createFakeWorld();
  await world.login();
  const first = await open(world);
  const second = await open(world, 'https://game.example/');
  expect([first?.closed, second?.visited]).toEqual([false, ['https://game.example/?ticket=ticket-0123456789abcdef']]);
  const windowRef = opened(world);
  const handle = world.tab.opened.at(-1);
  handle?.close();
  await world.playerPorts.openLink({ url: HELP, windowRef, gameAccountId: 'ga-7' }, new AbortController().signal);
  expect(handle?.visited).toEqual([]);
});

test('SESS-12 · nobody waits for it any more: the blank window is closed', async () => {
  const world = createFakeWorld();
  await world.login();
  world.api.reply(TICKET, stall);
  const leaving = new AbortController();
  const opening = open(world, HELP, leaving.signal);
  leaving.abort();
  const handle = await opening;
  expect([handle?.closed, handle?.visited]).toEqual([true, []]);
});

test('SESS-13 · the stored link is offered if it leads to the web, and only then', async () => {
  const world = createFakeWorld();
  expect(world.gestures.serviceLink()).toBeNull();
  await world.login();
  expect(world.gestures.serviceLink()).toBe('https://help.example/chat');
  world.tab.browser.localStorage.setItem('customer_service', 'javascript:alert(1)');
  expect(world.gestures.serviceLink()).toBeNull();
});

test('SESS-12 · a path of the portal is a link, too', async () => {
  const world = createFakeWorld();
  await world.login();
  expect((await open(world, '/sandbox/site?lang=de'))?.visited).toEqual([
    'https://portal.example/sandbox/site?lang=de&ticket=ticket-0123456789abcdef',
  ]);
});
