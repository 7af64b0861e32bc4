import { describe, expect, test } from 'vitest';
import type { StateValue } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { matchPage } from '../../machines/portal/portal.routes.ts';
import {
  type PortalScreen,
  type PortalSnapshot,
  selectLoginReason,
  selectOrderOrigin,
  selectPortalFrame,
  selectPortalScreen,
} from '../../machines/portal/portal.screens.ts';
import { blankPortal } from '../../machines/portal/portal.setup.ts';
import type { PortalContext } from '../../machines/portal/portal.types.ts';
import { ada, config, home, OFFLINE } from '../support/views/portal-samples.ts';

const ANONYMOUS = { access: 'anonymous' };
const RESTORING = { access: { authorized: { running: 'restoring' } } };
const READY = { access: { authorized: { running: 'ready' } } };

/** The portal at this URL, in these states. */
const portalAt = (
  url: string,
  states: Record<string, StateValue>,
  more: Partial<PortalContext> = {},
): PortalSnapshot => {
  const [path = '', query] = url.split('?');
  const search = query === undefined ? '' : `?${query}`;
  const account = 'authorized' in Object(states['access']) ? ada.account : null;
  return portalMachine.resolveState({
    value: states,
    context: { ...blankPortal, config, home, account, path, search, page: matchPage(path, search), ...more },
  });
};

const STARTING: PortalScreen = { name: 'starting' };
const HOME: PortalScreen = { name: 'home', home, failure: null };
const ORDER: PortalScreen = { name: 'payment_detail', orderId: 'o-1' };
const BOOT_FAILED: PortalScreen = { name: 'boot-failed', failure: OFFLINE };
const CRASHED: PortalScreen = { name: 'boot-failed', failure: failure('unknownError') };
const LOAD_FAILED: PortalScreen = { name: 'load-failed' };

type Row = readonly [what: string, snapshot: PortalSnapshot, screen: PortalScreen];

const PAGES: readonly Row[] = [
  ['login', portalAt('/login', ANONYMOUS), { name: 'login', reason: null }],
  [
    'login with a reason',
    portalAt('/login?redirect=%2Fmain%2Faccount%2Fuser', ANONYMOUS),
    { name: 'login', reason: { kind: 'required' } },
  ],
  ['login of a player', portalAt('/login', READY), STARTING],
  ['logout', portalAt('/main/logout', ANONYMOUS), { name: 'logout', byServer: false, done: true }],
  ['logout by the server', portalAt('/main/logout?id=23', ANONYMOUS), { name: 'logout', byServer: true, done: true }],
  [
    'logout in progress',
    portalAt('/main/logout', { access: 'leaving' }),
    { name: 'logout', byServer: false, done: false },
  ],
  ['home', portalAt('/main/home', RESTORING), HOME],
  [
    'home that failed to load',
    portalAt('/main/home', RESTORING, { home: null, homeFailure: OFFLINE }),
    { name: 'home', home: null, failure: OFFLINE },
  ],
  ['recharge', portalAt('/main/recharge', READY), { name: 'recharge' }],
  ['recharge while orders are restored', portalAt('/main/recharge', RESTORING), STARTING],
  ['order', portalAt('/main/recharge/detail/o-1', READY), ORDER],
  ['order while orders are restored', portalAt('/main/recharge/detail/o-1', RESTORING), STARTING],
  ['account', portalAt('/main/account/epoint', RESTORING), { name: 'account', section: 'epoint' }],
  ['news', portalAt('/main/event', RESTORING), { name: 'events' }],
  ['article', portalAt('/main/event/detail/a-1', RESTORING), { name: 'event-detail', articleId: 'a-1' }],
  ['forbidden', portalAt('/403', ANONYMOUS), { name: 'forbidden' }],
  ['unknown page', portalAt('/elsewhere', ANONYMOUS), { name: 'not-found' }],
  ['unknown page of a player', portalAt('/main/nowhere', READY), { name: 'not-found' }],
];
test.each(PAGES)('the screen of a page: %s (ROUTE-04, ROUTE-09, ROUTE-10, ROUTE-11)', (_, snapshot, screen) => {
  expect(selectPortalScreen(snapshot)).toEqual(screen);
});

const LOADING = { access: { authorized: 'loading' } };
const FAILED: readonly Row[] = [
  ['a session that is not known yet', portalAt('/main/home', { access: 'unknown' }), STARTING],
  ['an open page, before the session is known', portalAt('/403', { access: 'unknown' }), STARTING],
  ['a URL that is not known yet', portalAt('/main/home', READY, { page: null }), STARTING],
  ['a guarded page without a login', portalAt('/main/home', ANONYMOUS), STARTING],
  ['a guarded page during the logout', portalAt('/main/home', { access: 'leaving' }), STARTING],
  ['a session that crashed', portalAt('/main/home', { ...ANONYMOUS, session: 'crashed' }), CRASHED],
  [
    'a session that could not be verified',
    portalAt('/main/home', { access: 'unverified' }, { bootFailure: OFFLINE }),
    BOOT_FAILED,
  ],
  ['a signed-in half that crashed', portalAt('/main/home', { access: { authorized: 'crashed' } }), CRASHED],
  [
    'a session whose code could not be loaded',
    portalAt('/403', { ...ANONYMOUS, session: 'crashed' }, { bootFailure: failure('loadFailed') }),
    LOAD_FAILED,
  ],
  [
    'a signed-in half that could not be loaded',
    portalAt('/main/home', { access: { authorized: 'loadFailed' } }),
    LOAD_FAILED,
  ],
  ['an open page of such a player', portalAt('/403', { access: { authorized: 'loadFailed' } }), { name: 'forbidden' }],
  ['a signed-in half that loads: home', portalAt('/main/home', LOADING), HOME],
  ['a signed-in half that loads: account', portalAt('/main/account/user', LOADING), STARTING],
  ['a signed-in half that loads: news', portalAt('/main/event', LOADING), STARTING],
  ['a signed-in half that loads: article', portalAt('/main/event/detail/a-1', LOADING), STARTING],
  ['a configuration that loads', portalAt('/main/home', READY, { config: null }), STARTING],
  [
    'a configuration that failed',
    portalAt('/main/home', { ...READY, boot: { running: 'failed' } }, { config: null, bootFailure: OFFLINE }),
    BOOT_FAILED,
  ],
  [
    'a configuration whose code failed',
    portalAt('/main/home', { ...READY, boot: { running: 'failed' } }, { config: null }),
    CRASHED,
  ],
  [
    'a login page while the configuration loads',
    portalAt('/login', ANONYMOUS, { config: null }),
    { name: 'login', reason: null },
  ],
];
test.each(FAILED)('the screen of %s (ROUTE-13, ROUTE-16, SESS-06)', (_, snapshot, screen) => {
  expect(selectPortalScreen(snapshot)).toEqual(screen);
});

describe('the frame', () => {
  test.each([
    ['/main/home', 'home'],
    ['/main/recharge', 'recharge'],
    ['/main/recharge/detail/o-1', 'recharge'],
    ['/main/account/user', 'account'],
    ['/main/event', 'news'],
    ['/main/event/detail/a-1', 'news'],
    ['/403', 'none'],
  ] as const)('%s selects the tab %s', (url, section) => {
    expect(selectPortalFrame(portalAt(url, READY))).toEqual({
      isMobile: false,
      online: true,
      authorized: true,
      section,
    });
  });

  test.each([
    [null, 'recharge', null],
    ['/main/account/recharge?page=2', 'account', 'orders'],
    ['/main/account/epoint', 'account', 'ledger'],
    ['/main/account/epoint?page=2', 'account', 'ledger'],
  ] as const)('an order that was opened from %s belongs to the tab %s (ORDR-07)', (orderOrigin, section, list) => {
    const snapshot = portalAt('/main/recharge/detail/o-1', READY, { orderOrigin });
    expect(selectPortalFrame(snapshot).section).toBe(section);
    expect(selectOrderOrigin(snapshot)).toEqual(orderOrigin && { to: orderOrigin, list });
  });
});

test('the reason of the login is the same object for the same page (ROUTE-16)', () => {
  const required = portalAt('/login?redirect=%2Fmain%2Faccount%2Fuser', ANONYMOUS);
  const plain = portalAt('/login', ANONYMOUS);
  expect(selectLoginReason(required)).toEqual({ kind: 'required' });
  expect(selectLoginReason(required)).toBe(selectLoginReason(required));
  expect([selectLoginReason(plain), selectLoginReason(plain)]).toEqual([null, null]);
  expect(selectLoginReason(portalAt('/login', ANONYMOUS, { page: null }))).toBeNull();
});
