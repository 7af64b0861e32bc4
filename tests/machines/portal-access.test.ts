import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { isGuarded } from '../../machines/portal/portal.routes.ts';
import { selectPortalFrame, selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import type { SessionGrant } from '../../machines/session/session.types.ts';
import { WIZARD_STEPS } from '../../machines/wizard/wizard.types.ts';
import { orderQuery } from '../support/machines/orders.ts';
import {
  openPortal,
  type PortalHarness,
  type PortalHarnessOptions,
  startPortal,
} from '../support/machines/portal-actor-harness.ts';
import { ada, config, home, OFFLINE, resumeStateOf, submitOf, ticketOf } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());

const opened = async (url: string, options: PortalHarnessOptions = {}): Promise<PortalHarness> => {
  const portal = startPortal(options);
  await portal.answer('loadConfig', config);
  await portal.open(url);
  return portal;
};
const anonymous = async (url: string): Promise<PortalHarness> => {
  const portal = await opened(url);
  await portal.answer('restore', null);
  return portal;
};
const logIn = async (portal: PortalHarness, grant: SessionGrant): Promise<void> => {
  await portal.login(submitOf('ada', 'vault:1'));
  await portal.answer('login', grant);
};
const screenOf = (portal: PortalHarness) => selectPortalScreen(portal.snapshot());
const LEAVING = { name: 'logout', byServer: false, done: false };
const LEFT = { ...LEAVING, done: true };

describe('before the session is known', () => {
  test('a restored session draws the requested page and loads nothing before (SESS-06)', async () => {
    const portal = await opened('/main/recharge');
    expect(portal.isRunning('recharge')).toBe(false);
    expect(portal.isRunning('balance')).toBe(false);
    await portal.answerAll({ restore: ada, loadResumeState: resumeStateOf() });
    expect(screenOf(portal)).toEqual({ name: 'recharge' });
    expect(portal.navs).toEqual([]);
    expect(portal.inputsOf('loadResumeState')).toEqual([{ account: ada.account }]);
    expect(portal.inputsOf('balance')).toEqual([{ gameAccountId: ada.account.gameAccountId }]);
  });

  test('pages about orders wait for the code of the signed-in half, the home page does not (D1, SESS-06)', async () => {
    const portal = await opened('/main/recharge', { isSignedInCodePending: true });
    await portal.answer('restore', ada);
    expect(screenOf(portal)).toEqual({ name: 'starting' });
    expect(portal.player()).toBeUndefined();
    await portal.open('/main/home');
    expect(screenOf(portal).name).toBe('home');
    await portal.open('/main/recharge/detail/o-1');
    await portal.answerAll({ loadSignedIn: null, loadResumeState: resumeStateOf() });
    expect(screenOf(portal)).toEqual({ name: 'payment_detail', orderId: 'o-1' });
    expect(portal.inputsOf('order-detail')).toEqual([{ orderId: 'o-1' }]);
  });

  test.each([
    ['a retry', (portal: PortalHarness) => portal.send({ type: 'load.retry' })],
    [
      'the network coming back',
      (portal: PortalHarness) => portal.report('environment', { type: 'network.changed', online: true }),
    ],
  ])('after that %s loads the code again, and the order in progress goes on (D3, ROUTE-13)', async (_, act) => {
    const portal = await opened('/main/recharge', { isSignedInCodePending: true });
    await portal.answer('restore', ada);
    expect(portal.snapshot().can({ type: 'load.retry' })).toBe(false);
    await portal.refuse('loadSignedIn', new Error('refused'));
    expect(portal.snapshot().can({ type: 'load.retry' })).toBe(true);
    await act(portal);
    await portal.answer('loadSignedIn', null);
    await portal.answer('loadResumeState', resumeStateOf({ ticket: ticketOf('o-1'), deferred: false }));
    expect(screenOf(portal)).toEqual({ name: 'recharge' });
    expect(portal.isRunning('payment.o-1')).toBe(true);
  });

  test('a chunk that the configuration needs is a load error, and a retry continues (D3, ROUTE-13)', async () => {
    const portal = startPortal();
    await portal.refuse('loadConfig', failure('loadFailed', { status: 500 }));
    await portal.open('/main/home');
    await portal.answer('restore', ada);
    expect(screenOf(portal)).toEqual({ name: 'load-failed' });
    await portal.send({ type: 'load.retry' });
    await portal.answer('loadConfig', config);
    expect(screenOf(portal).name).toBe('home');
  });

  test('a session that cannot be verified shows an error; a retry or going online verifies it again (SESS-06, ERRS-06)', async () => {
    const portal = await opened('/main/home');
    await portal.refuse('restore', OFFLINE);
    expect(screenOf(portal)).toEqual({ name: 'boot-failed', failure: OFFLINE });
    await portal.send({ type: 'boot.retry' });
    expect(screenOf(portal)).toEqual({ name: 'starting' });
    await portal.refuse('restore', OFFLINE);
    await portal.report('environment', { type: 'network.changed', online: false });
    expect(screenOf(portal).name).toBe('boot-failed');
    await portal.report('environment', { type: 'network.changed', online: true });
    await portal.answer('restore', ada);
    expect(screenOf(portal)).toEqual({ name: 'home', home: null, failure: null });
    expect(portal.navs).toEqual([]);
  });
});

describe('start', () => {
  test('configuration, clock and home page load in parallel, and the context has their results (SESS-14)', async () => {
    const portal = startPortal();
    expect(['loadConfig', 'syncClock', 'loadHome', 'restore'].filter((id) => !portal.isPending(id))).toEqual([]);
    await portal.answerAll({ loadConfig: config, syncClock: { offsetMs: -1_250 }, loadHome: home });
    expect(portal.snapshot().context).toMatchObject({
      config,
      home,
      clockOffsetMs: -1_250,
      isMobile: false,
      toLink: null,
    });
  });

  test('without a clock response the device clock is used, and the request is repeated later (SESS-14)', async () => {
    const portal = startPortal();
    await portal.refuse('syncClock', OFFLINE);
    expect(portal.snapshot().context.clockOffsetMs).toBe(0);
    expect(portal.isPending('syncClock')).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    await portal.answer('syncClock', { offsetMs: 90 });
    expect(portal.snapshot().context.clockOffsetMs).toBe(90);
  });

  test('a failed home page shows an error on the home page only and can be retried (SESS-14, ERRS-06)', async () => {
    const portal = await openPortal('/main/home');
    await portal.refuse('loadHome', OFFLINE);
    expect(screenOf(portal)).toEqual({ name: 'home', home: null, failure: OFFLINE });
    await portal.send({ type: 'boot.retry' });
    await portal.answer('loadHome', home);
    expect(screenOf(portal)).toEqual({ name: 'home', home, failure: null });
  });
});

describe('URLs', () => {
  test.each([
    ['/?a=1&b=2', '/main/home?a=1&b=2'],
    ['/main', '/main/home'],
    ['/main/?a=1', '/main/home?a=1'],
  ])('%s becomes %s (ROUTE-04)', async (from, to) => {
    const portal = await openPortal(from);
    expect(portal.navs).toEqual([{ type: 'nav', to, replace: true }]);
    expect(portal.url()).toBe(to);
  });

  test.each([
    ['/', '/main/home', null],
    ['/main/recharge?step=item&x=%26', '/main/recharge?step=item&x=%26', { kind: 'required' }],
    ['/main/account/user', '/main/account/user', { kind: 'required' }],
    [
      '/main/recharge/detail/o-1?from=pay',
      '/main/recharge/detail/o-1?from=pay',
      { kind: 'order-received', orderId: 'o-1' },
    ],
  ])(
    'an anonymous visitor of %s gets the login, with a reason unless they go home, and returns afterwards (ROUTE-16)',
    async (from, wanted, reason) => {
      const portal = await anonymous(from);
      const to = `/login?redirect=${encodeURIComponent(wanted)}`;
      expect(portal.navs).toEqual([{ type: 'nav', to, replace: true }]);
      expect(screenOf(portal)).toEqual({ name: 'login', reason });
      await logIn(portal, ada);
      expect(portal.url()).toBe(wanted);
      expect(portal.history()).toHaveLength(1);
    },
  );

  test('unknown and forbidden pages have their own screens (ROUTE-05, ROUTE-17)', async () => {
    const portal = await openPortal('/main/recharge/detail/o-1');
    await portal.report('order-detail', { type: 'screen.forbidden' });
    expect(portal.navs).toEqual([{ type: 'nav', to: '/403', replace: true }]);
    expect(screenOf(portal)).toEqual({ name: 'forbidden' });
    await portal.open('/main/nowhere');
    expect(screenOf(portal)).toEqual({ name: 'not-found' });
  });
});

test.each([
  ['http.unauthorized', '/login'],
  ['http.kicked', '/main/logout?id=23'],
] as const)('%s before the URL is known: the page still leads to %s (D22, SESS-07, SESS-08)', async (type, to) => {
  const portal = startPortal();
  await portal.report('environment', { type });
  expect(portal.navs).toEqual([]);
  await portal.open('/403');
  expect(portal.url()).toBe(to);
  await portal.open('/403');
  expect(portal.url()).toBe('/403');
});

describe('logout', () => {
  test('the header opens the logout page, which logs out and shows when it is done (ROUTE-11, SESS-02, SESS-09)', async () => {
    const portal = await openPortal('/main/home', resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }));
    await portal.send({ type: 'logout.request' });
    expect(portal.url()).toBe('/main/logout');
    expect(screenOf(portal)).toEqual(LEAVING);
    expect(portal.inputsOf('deleteSession')).toEqual([{ why: 'logout' }]);
    expect(JSON.stringify(portal.snapshot().context)).not.toMatch(/u1|g1|Ada|o-1/);
    await portal.answer('deleteSession');
    expect(screenOf(portal)).toEqual(LEFT);
    expect(portal.navs).toEqual([{ type: 'nav', to: '/main/logout', replace: false }]);
  });

  test('after code 20002 the same URL sends no request, even after a reload (D2, SESS-08)', async () => {
    const portal = await openPortal('/main/recharge');
    await portal.report('environment', { type: 'http.kicked' });
    await portal.answer('deleteSession');
    expect(portal.inputsOf('deleteSession')).toEqual([{ why: 'kicked' }]);
    const reloaded = await anonymous('/main/logout?id=23');
    expect(reloaded.inputsOf('deleteSession')).toEqual([]);
    for (const tab of [portal, reloaded])
      expect([tab.url(), screenOf(tab)]).toEqual(['/main/logout?id=23', { ...LEFT, byServer: true }]);
  });

  test.each(
    ['/main/logout', '/main/logout?id=23'].flatMap((url) => [
      [url, 'knows'] as const,
      [url, 'does not answer'] as const,
    ]),
  )(
    'opening or reloading %s with a token that the server %s logs out, and the URL names no server (D2, ROUTE-11)',
    async (url, token) => {
      const portal = await opened(url);
      await (token === 'knows' ? portal.answer('restore', ada) : portal.refuse('restore', OFFLINE));
      expect(screenOf(portal)).toEqual(LEAVING);
      expect(portal.inputsOf('deleteSession')).toEqual([{ why: 'logout' }]);
      expect(portal.inputsOf('loadResumeState')).toEqual([]);
      expect(portal.navs).toEqual(url === '/main/logout' ? [] : [{ type: 'nav', to: '/main/logout', replace: true }]);
      await portal.answer('deleteSession');
      expect([portal.url(), screenOf(portal)]).toEqual(['/main/logout', LEFT]);
      await portal.open('/main/home');
      expect(portal.url()).toBe('/login?redirect=%2Fmain%2Fhome');
    },
  );

  test('the logout page of this tab does not undo a login in another tab (ROUTE-11, SESS-10)', async () => {
    const portal = await anonymous('/main/logout');
    await portal.report('environment', { type: 'tab.login' });
    await portal.answer('restore', ada);
    expect(portal.inputsOf('deleteSession')).toEqual([]);
    expect(screenOf(portal)).toEqual(LEFT);
    await portal.send({ type: 'logout.request' });
    expect(portal.inputsOf('deleteSession')).toEqual([{ why: 'logout' }]);
  });
});

const CRASHED = { name: 'boot-failed', failure: failure('unknownError') };

/** A player on the home page, after a configuration that loaded on the second attempt. */
const afterRetry = async (): Promise<PortalHarness> => {
  const portal = startPortal();
  await portal.open('/main/home');
  await portal.refuse('loadConfig', OFFLINE);
  await portal.send({ type: 'boot.retry' });
  await portal.answerAll({ loadConfig: config, loadHome: home, restore: ada, loadResumeState: resumeStateOf() });
  expect(screenOf(portal).name).toBe('home');
  return portal;
};
const crashOf = (actorId: string) => ({
  type: `xstate.error.actor.${actorId}` as never,
  actorId,
  error: new Error('a defect'),
});
const toastsOf = (portal: PortalHarness) => portal.sentTo('toasts');

test.each(['session', 'signedIn'])(
  'a crash of %s shows an unknown error, not the failure of an earlier start, and a retry restarts it (ERRS-06, ERRS-07)',
  async (id) => {
    const portal = await afterRetry();
    portal.actor.send(crashOf(id));
    expect(screenOf(portal)).toEqual(CRASHED);
    await portal.send({ type: 'boot.retry' });
    if (id === 'session') await portal.answer('restore', ada);
    expect(screenOf(portal).name).toBe('home');
    await portal.open('/main/recharge');
    await portal.answer('loadResumeState', resumeStateOf());
    expect(screenOf(portal)).toEqual({ name: 'recharge' });
  },
);

test('a crash of the start shows an unknown error, not the failure of an earlier start (ERRS-06)', async () => {
  const portal = startPortal();
  await portal.open('/main/home');
  await portal.answer('restore', ada);
  await portal.refuse('loadConfig', OFFLINE);
  await portal.send({ type: 'boot.retry' });
  portal.actor.send(crashOf('boot'));
  expect(screenOf(portal)).toEqual(CRASHED);
});

test('a toast says that a link from the game has expired, and the session continues (SESS-12)', async () => {
  const portal = startPortal();
  await portal.open('/main/home');
  await portal.answer('restore', { beforeTicket: ada });
  await portal.refuse('redeemTicket', failure('linkExpired'));
  await portal.answerAll({ loadConfig: config, loadResumeState: resumeStateOf() });
  expect(screenOf(portal).name).toBe('home');
  expect(toastsOf(portal)).toEqual([{ type: 'toast.add', subject: 'linkExpired', level: 'warning' }]);
});

test('the frame shows that the device is offline, and a toast that it is online again (C17)', async () => {
  const portal = await afterRetry();
  const online = () => selectPortalFrame(portal.snapshot()).online;
  await portal.report('environment', { type: 'network.changed', online: false });
  expect(online()).toBe(false);
  expect(toastsOf(portal)).toEqual([]);
  await portal.report('environment', { type: 'network.changed', online: true });
  expect(online()).toBe(true);
  expect(toastsOf(portal)).toEqual([{ type: 'toast.add', subject: 'backOnline', level: 'info' }]);
});

test('the portal knows the address of a waiting link until the logout, which closes the toasts of the account', async () => {
  const portal = await afterRetry();
  await portal.send({ type: 'link.waiting', url: 'https://help.example/' });
  expect(portal.snapshot().context.toLink).toBe('https://help.example/');
  await portal.send({ type: 'link.waiting', url: null });
  expect(portal.snapshot().context.toLink).toBeNull();
  await portal.send({ type: 'link.waiting', url: 'https://help.example/' }, { type: 'session.ended', why: 'logout' });
  expect(portal.snapshot().context).toMatchObject({ account: null, toLink: null });
  expect(toastsOf(portal)).toEqual([{ type: 'toast.close', ofAccount: true }]);
});

test('the form for a new password closes on a page without one (SESS-05)', async () => {
  const portal = startPortal();
  await portal.answer('loadConfig', config);
  await portal.open('/login?reset=email');
  await portal.answer('restore', null);
  const state = () => JSON.stringify(portal.session().value);
  const withForm = state();
  await portal.open('/403');
  expect(state()).not.toBe(withForm);
  expect(portal.session().context.recovery).toBeNull();
});

const RECHARGE = '/main/account/recharge';
const location = (more: object = {}, page = 1) => ({ query: { ...orderQuery, ...more }, page });

test('a deep link selects the list, the list updates the URL, and the back button updates the list (ORDR-06)', async () => {
  const portal = await openPortal(`${RECHARGE}?status=failed`);
  expect(portal.inputsOf('listRoute')).toEqual([{ location: location({ status: 'failed' }) }]);
  await portal.report('listRoute', { type: 'list.navigated', to: `${RECHARGE}?status=failed&page=2`, replace: false });
  expect(portal.url()).toBe(`${RECHARGE}?status=failed&page=2`);
  await portal.back();
  expect(portal.url()).toBe(`${RECHARGE}?status=failed`);
  expect(portal.sentTo('listRoute')).toEqual([
    { type: 'location.changed', location: location({ status: 'failed' }, 2) },
    { type: 'location.changed', location: location({ status: 'failed' }) },
  ]);
});

test('an order keeps the list from which it was opened, until the player leaves the order pages (ROUTE-08)', async () => {
  const portal = await openPortal(`${RECHARGE}?page=2`);
  const origin = () => portal.snapshot().context.orderOrigin;
  expect(origin()).toBeNull();
  await portal.open('/main/recharge/detail/o-1');
  expect(origin()).toBe(`${RECHARGE}?page=2`);
  await portal.open('/main/recharge/detail/o-2');
  expect(origin()).toBe(`${RECHARGE}?page=2`);
  await portal.open('/main/home');
  expect(origin()).toBeNull();
  await portal.open('/main/recharge/detail/o-1');
  expect(origin()).toBeNull();
});

/** An external event of the portal, with a short name. */
type MachineEvent = readonly [name: string, act: (portal: PortalHarness) => Promise<unknown>];
const INPUTS: readonly MachineEvent[] = [
  ...['/', '/login', '/main/home', '/main/recharge?step=item', '/main/recharge/detail/o-1', '/main/logout'].map(
    (url): MachineEvent => [url, (portal) => portal.open(url)],
  ),
  ...['/main/logout?id=23', '/main/account/recharge', '/403', '/main/nowhere'].map(
    (url): MachineEvent => [url, (portal) => portal.open(url)],
  ),
  ['back', (portal) => portal.back()],
  ['restored', (portal) => portal.answer('restore', ada)],
  ['no token', (portal) => portal.answer('restore', null)],
  ['offline', (portal) => portal.refuse('restore', OFFLINE)],
  ['retry', (portal) => portal.send({ type: 'boot.retry' })],
  ['submit', (portal) => portal.login(submitOf('ada', 'vault:1'))],
  ['accepted', (portal) => portal.answer('login', ada)],
  ['refused', (portal) => portal.refuse('login', failure('incorrectPassword'))],
  [
    'resumed',
    (portal) => portal.answer('loadResumeState', resumeStateOf({ ticket: ticketOf('o-1'), deferred: false })),
  ],
  ['deleted', (portal) => portal.answer('deleteSession')],
  ['confirm', (portal) => portal.login({ type: 'notice.confirm' })],
  ['confirmed', (portal) => portal.answer('clearNotice')],
  ['logout', (portal) => portal.send({ type: 'logout.request' })],
  ['tab.login', (portal) => portal.report('environment', { type: 'tab.login' })],
  ['tab.logout', (portal) => portal.report('environment', { type: 'tab.logout' })],
];
const UNAUTHORIZED: MachineEvent = ['203', (portal) => portal.report('environment', { type: 'http.unauthorized' })];
const KICKED: MachineEvent = ['20002', (portal) => portal.report('environment', { type: 'http.kicked' })];

/** A session that is already ending ignores 203 and 20002. */
const canEnd = (portal: PortalHarness): boolean =>
  (['active', 'restoring', 'restoreFailed', 'anonymous'] as const).some((state) => portal.session().matches(state));
const parts = (portal: PortalHarness) =>
  ['recharge', 'balance', 'order-detail', 'listRoute', 'payment.o-1'].filter((id) => portal.isRunning(id));

/** What status 203 and code 20002 leave behind, in any state that they can end. */
const expectEnded = (portal: PortalHarness, path: string): void => {
  expect([parts(portal), portal.snapshot().context.account]).toEqual([[], null]);
  expect(['', path]).toContain(portal.url().split('?')[0]);
};

test('any sequence of events ends at an allowed URL, and status 203 and code 20002 end any session (ROUTE-09, ROUTE-16, SESS-07, SESS-08, C25, C26, C27)', async () => {
  const input = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...INPUTS) },
    fc.constantFrom(UNAUTHORIZED, KICKED),
    fc
      .tuple(fc.webPath(), fc.webQueryParameters())
      .map(([path, query]): MachineEvent => [`${path}?${query}`, (portal) => portal.open(`${path || '/'}?${query}`)]),
    fc
      .constantFrom(...WIZARD_STEPS)
      .map((step): MachineEvent => [step, (portal) => portal.open(`/main/recharge?step=${step}`)]),
  );
  const sequence = fc.array(input, { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(sequence, fc.subarray([...WIZARD_STEPS]), async (path, wizardSteps) => {
      const portal = startPortal({ wizardSteps });
      try {
        for (const event of path) {
          const [before, ends] = [portal.navs.length, canEnd(portal)];
          await event[1](portal);
          if (ends && event === UNAUTHORIZED) expectEnded(portal, '/login');
          if (ends && event === KICKED) expectEnded(portal, '/main/logout');
          if (!ends && (event === UNAUTHORIZED || event === KICKED)) expect(portal.navs).toHaveLength(before);
          expect(portal.navs.length - before).toBeLessThanOrEqual(4);
          const where = portal.url().split('?')[0] ?? '';
          const access = portal.snapshot();
          if (access.matches({ access: 'anonymous' }) && where) expect(isGuarded(where)).toBe(false);
          if (access.matches({ access: 'authorized' })) expect(where).not.toMatch(/^\/$|^\/main\/?$|^\/login\/?$/);
          expect(access.context.pendingUrl).toBe(null);
        }
      } finally {
        portal.stop();
      }
    }),
    { numRuns: 200 },
  );
}, 120_000);
