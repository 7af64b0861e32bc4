import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { unfiltered } from '../../machines/lists/list.url.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { openPortal, type PortalHarness } from '../support/machines/portal-actor-harness.ts';
import { ada, resumeStateOf, ticketOf } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());

const HOME = '/main/home';
const NEWS = '/main/event';
const article = (articleId: string): string => `${NEWS}/detail/${articleId}`;

const started = (url: string): Promise<PortalHarness> =>
  openPortal(url, resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }));

const LATEST = { query: unfiltered('articles'), page: 1 };
const ordersAt = (page: number) => ({ query: unfiltered('orders'), page });
const ledgerAt = (page: number) => ({ query: unfiltered('ledger'), page });

describe('the list of a page', () => {
  test.each([
    ['the home page', HOME, LATEST],
    ['the news', `${NEWS}?page=2`, { ...LATEST, page: 2 }],
    ['the order history', '/main/account/recharge?page=3', ordersAt(3)],
    ['the E Point history', '/main/account/epoint?page=4', ledgerAt(4)],
    ['the account', '/main/account/user', null],
    ['the top-up page', '/main/recharge', null],
  ])('%s starts with its own list (ROUTE-06, ROUTE-09, ROUTE-10)', async (_, url, location) => {
    const portal = await started(url);
    expect(portal.inputsOf('listRoute')).toEqual([{ location }]);
  });

  test('a payment loads the list again, and so does its delivery, which changes the balance (EPNT-05, EPNT-06)', async () => {
    const portal = await started('/main/account/epoint');
    await portal.report('payment.o-1', { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false });
    expect(portal.sentTo('listRoute')).toEqual([{ type: 'list.refresh' }]);
    await portal.report('payment.o-1', { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true });
    expect(portal.sentTo('listRoute')).toEqual([{ type: 'list.refresh' }, { type: 'list.refresh' }]);
    expect(portal.sentTo('balance')).toHaveLength(2);
  });

  test('a crashed list starts again with the next page (ERRS-07)', async () => {
    const portal = await started('/main/account/recharge');
    await portal.crash('listRoute');
    expect(portal.inputsOf('listRoute')).toEqual([{ location: ordersAt(1) }]);
    await portal.open(NEWS);
    expect(portal.inputsOf('listRoute')).toEqual([{ location: ordersAt(1) }, { location: LATEST }]);
  });
});

describe('an article', () => {
  test('it runs while its page is open, and another one replaces it (ROUTE-10)', async () => {
    const portal = await started(article('a-1'));
    await portal.open(`${article('a-1')}?from=mail`);
    expect(portal.inputsOf('article')).toEqual([{ articleId: 'a-1' }]);
    await portal.open(article('a-2'));
    expect(portal.inputsOf('article')).toEqual([{ articleId: 'a-1' }, { articleId: 'a-2' }]);
    expect(portal.countOf('article')).toBe(1);
    await portal.open(NEWS);
    expect(portal.isRunning('article')).toBe(false);
  });

  test('a crashed article starts again with the next page (ERRS-07)', async () => {
    const portal = await started(article('a-1'));
    await portal.crash('article');
    expect(portal.inputsOf('article')).toEqual([{ articleId: 'a-1' }]);
    await portal.open(article('a-1'));
    expect(portal.inputsOf('article')).toEqual([{ articleId: 'a-1' }, { articleId: 'a-1' }]);
  });
});

describe('the home page', () => {
  const choice = (portal: PortalHarness) => portal.player()?.children.home;

  test('the choice of a game exists only while the page is open (ROUTE-06)', async () => {
    const portal = await started(HOME);
    expect(choice(portal)).toBeDefined();
    await portal.open(NEWS);
    expect(choice(portal)).toBeUndefined();
    await portal.open(HOME);
    expect(choice(portal)).toBeDefined();
  });

  test('after a crash it starts again with the next page (ERRS-07)', async () => {
    const harness = startHarness(signedInMachine, {
      input: { account: ada.account, page: { name: 'home' } },
      silent: ['listRoute', 'balance', 'bulletins', 'home'],
    });
    const crash = { type: 'xstate.error.actor.home', error: new Error('a defect') };
    const changed = { type: 'page.changed', page: { name: 'home' }, action: 'PUSH', stale: false };
    await harness.perform(crash);
    expect(harness.isRunning('home')).toBe(false);
    await harness.perform(changed);
    expect(harness.isRunning('home')).toBe(true);
  });
});

test('without bulletins the rest keeps running, with the balance of the game account (ERRS-07, EPNT-01)', async () => {
  const portal = await started(HOME);
  expect(portal.inputsOf('balance')).toEqual([{ gameAccountId: 'g1' }]);
  await portal.crash('bulletins');
  await portal.open(NEWS);
  expect(portal.sentTo('listRoute')).toEqual([{ type: 'location.changed', location: LATEST }]);
});

const HELP = 'https://help.example/';
const click = (windowRef: string, url = HELP) => ({ type: 'link.open', url, windowRef });
const done = { type: 'xstate.done.actor.openLink', output: null };
const broken = { type: 'xstate.error.actor.openLink', error: failure('unknownError') };

const play = async (events: readonly { type: string }[]) => {
  const harness = startHarness(signedInMachine, {
    input: { account: ada.account, page: { name: 'home' } },
    silent: ['payment', 'recharge', 'orderDetail', 'listRoute', 'balance'],
  });
  await harness.perform(...events);
  return harness;
};

test('a link opens with the player’s ticket, and the root knows which one is pending (SESS-12)', async () => {
  const harness = await play([click('w1')]);
  expect(harness.inputsOf('openLink')).toEqual([{ url: HELP, windowRef: 'w1', gameAccountId: 'g1' }]);
  expect(harness.reports).toEqual([{ type: 'link.waiting', url: HELP }]);
  await harness.perform(done);
  expect(harness.reports).toEqual([
    { type: 'link.waiting', url: HELP },
    { type: 'link.waiting', url: null },
  ]);
  expect(harness.snapshot().context.link).toBeNull();
});

test('a crash while the link opens shows that customer service is not available (SESS-13)', async () => {
  const harness = await play([click('w1'), broken]);
  expect(harness.reports.at(-1)).toEqual({ type: 'toast.add', subject: 'serviceLinkMissing', level: 'error' });
  expect(harness.snapshot().context.link).toBeNull();
});
