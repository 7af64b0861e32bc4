import { describe, expect, test } from 'vitest';
import type { StateValue } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { matchPage } from '../../machines/portal/portal.routes.ts';
import {
  type PortalScreen,
  type PortalSnapshot,
  selectOrderOrigin,
  selectPortalFrame,
  selectPortalScreen,
  selectTopUpGameName,
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

type Row = [url: string, states: Record<string, StateValue>, screen: PortalScreen, more?: Partial<PortalContext>];

const LEFT = { name: 'logout', byServer: false, done: true } as const;
const LOADING = { access: { authorized: 'loading' } };
const BOOT = { boot: { running: 'failed' } };
const REQUIRED = '/login?redirect=%2Fmain%2Faccount%2Fuser';

test.each<Row>([
  ['/login', ANONYMOUS, { name: 'login', reason: null }],
  [REQUIRED, ANONYMOUS, { name: 'login', reason: { kind: 'required' } }],
  ['/login', READY, STARTING],
  ['/main/logout', ANONYMOUS, LEFT],
  ['/main/logout?id=23', ANONYMOUS, { ...LEFT, byServer: true }],
  ['/main/logout', { access: 'leaving' }, { ...LEFT, done: false }],
  ['/main/home', RESTORING, HOME],
  ['/main/home', RESTORING, { name: 'home', home: null, failure: OFFLINE }, { home: null, homeFailure: OFFLINE }],
  ['/main/recharge', READY, { name: 'recharge' }],
  ['/main/recharge', RESTORING, STARTING],
  ['/main/recharge/detail/o-1', READY, ORDER],
  ['/main/recharge/detail/o-1', RESTORING, STARTING],
  ['/main/account/epoint', RESTORING, { name: 'account', section: 'epoint' }],
  ['/main/event', RESTORING, { name: 'events' }],
  ['/main/event/detail/a-1', RESTORING, { name: 'event-detail', articleId: 'a-1' }],
  ['/403', ANONYMOUS, { name: 'forbidden' }],
  ['/elsewhere', ANONYMOUS, { name: 'not-found' }],
  ['/main/nowhere', READY, { name: 'not-found' }],
  // The session or the URL is not known yet, or the page needs a login.
  ['/main/home', { access: 'unknown' }, STARTING],
  ['/403', { access: 'unknown' }, STARTING],
  ['/main/home', READY, STARTING, { page: null }],
  ['/main/home', ANONYMOUS, STARTING],
  ['/main/home', { access: 'leaving' }, STARTING],
  // A part failed or crashed.
  ['/main/home', { ...ANONYMOUS, session: 'crashed' }, CRASHED],
  ['/403', { ...ANONYMOUS, session: 'crashed' }, LOAD_FAILED, { bootFailure: failure('loadFailed') }],
  ['/main/home', { access: 'unverified' }, BOOT_FAILED, { bootFailure: OFFLINE }],
  ['/main/home', { access: { authorized: 'crashed' } }, CRASHED],
  ['/main/home', { access: { authorized: 'loadFailed' } }, LOAD_FAILED],
  ['/403', { access: { authorized: 'loadFailed' } }, { name: 'forbidden' }],
  // The signed-in half or the configuration loads.
  ['/main/home', LOADING, HOME],
  ['/main/account/user', LOADING, STARTING],
  ['/main/event', LOADING, STARTING],
  ['/main/event/detail/a-1', LOADING, STARTING],
  ['/main/home', READY, STARTING, { config: null }],
  ['/main/home', { ...READY, ...BOOT }, BOOT_FAILED, { config: null, bootFailure: OFFLINE }],
  ['/main/home', { ...READY, ...BOOT }, CRASHED, { config: null }],
  ['/login', ANONYMOUS, { name: 'login', reason: null }, { config: null }],
])(
  'the screen of %s in the state %j is %j (ROUTE-04, ROUTE-09, ROUTE-10, ROUTE-11, ROUTE-13, ROUTE-16, SESS-06)',
  (url, states, screen, more) => {
    expect(selectPortalScreen(portalAt(url, states, more))).toEqual(screen);
  },
);

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
  const reasonAt = (url: string) => {
    const snapshot = portalAt(url, ANONYMOUS);
    return [snapshot, snapshot].map((one) => {
      const screen = selectPortalScreen(one);
      return screen.name === 'login' ? screen.reason : undefined;
    });
  };
  const [required, again] = reasonAt(REQUIRED);
  expect(required).toEqual({ kind: 'required' });
  expect(required).toBe(again);
  expect(reasonAt('/login')).toEqual([null, null]);
});

const named = (
  account: string | null,
  configured: readonly [string, string] | null,
  games: readonly string[] | null = [],
) =>
  selectTopUpGameName({
    context: {
      ...blankPortal,
      account: account === null ? null : { userId: 'u', gameAccountId: 'a', gameId: account, displayName: 'Ryn' },
      config: configured && { gameInfo: { gameId: configured[0], name: configured[1], cgi: '' }, loggerUrl: null },
      home: (games && {
        games: games.map((gameId) => ({ gameId, name: `Game ${gameId}` })),
      }) as unknown as PortalContext['home'],
    },
  } as PortalSnapshot);

test('the portal names the game of the account, else the game of its configuration, if the API names it', () => {
  expect(named('moon', ['moon', 'Moon'])).toBe('Moon');
  expect(named('', ['moon', 'Moon'])).toBe('Moon');
  expect(named('', ['', 'Moon'])).toBe('Moon');
  expect(named('comet', ['moon', 'Moon'], ['moon', 'comet'])).toBe('Game comet');
  expect(named('moon', ['moon', ''], ['moon'])).toBe('Game moon');
  expect(named('comet', ['moon', 'Moon'], ['moon'])).toBeNull();
  expect(named(null, null)).toBeNull();
  expect(named('moon', null, ['moon'])).toBe('Game moon');
  expect(named('moon', ['moon', ''], null)).toBeNull();
});
