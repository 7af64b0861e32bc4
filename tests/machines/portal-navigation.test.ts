import { describe, expect, test } from 'vitest';
import {
  isStale,
  type Navigation,
  pageNavigation,
  recoveredNavigation,
  sessionEndNavigation,
  unlessCurrent,
} from '../../machines/portal/portal.navigation.ts';
import { matchPage } from '../../machines/portal/portal.routes.ts';
import { blankPortal } from '../../machines/portal/portal.setup.ts';
import type { PortalContext } from '../../machines/portal/portal.types.ts';

/** The portal at this URL. `pendingUrl`: the URL of a navigation that has not finished. */
const at = (url: string, pendingUrl: string | null = null): PortalContext => {
  const [path = '', query] = url.split('?');
  const search = query === undefined ? '' : `?${query}`;
  return { ...blankPortal, path, search, page: matchPage(path, search), pendingUrl };
};
/** The portal before the first URL is known. */
const UNKNOWN: PortalContext = { ...blankPortal, path: '/main/home' };

const replaceWith = (to: string): Navigation => ({ to, replace: true });

type Cases = readonly (readonly [what: string, context: PortalContext, navigation: Navigation | null])[];

test('a navigation to the current or the pending URL is not repeated (ROUTE-16)', () => {
  const wanted = replaceWith('/main/home?a=1');
  expect(unlessCurrent(at('/main/home'), wanted)).toBe(wanted);
  expect(unlessCurrent(at('/main/home?a=1'), wanted)).toBeNull();
  expect(unlessCurrent(at('/login', '/main/home?a=1'), wanted)).toBeNull();
  expect(unlessCurrent(at('/main/home?a=1', '/login'), wanted)).toBe(wanted);
  expect(unlessCurrent(at('/login'), null)).toBeNull();
});

describe('a URL change that a page asks for', () => {
  const ITEM = { to: '/main/recharge?step=item', replace: false };
  const POINTS = { to: '/main/recharge?target=epoint&step=item', replace: false };
  const SECOND = { to: '/main/event?page=2', replace: false };
  test.each<readonly [what: string, context: PortalContext, wanted: Navigation, isDone: boolean]>([
    ['happens on its page', at('/main/recharge'), ITEM, true],
    ['happens in its wizard', at('/main/recharge?target=epoint'), POINTS, true],
    ['does not happen twice', at('/main/recharge?step=item'), ITEM, false],
    ['does not happen in the other wizard', at('/main/recharge?target=epoint'), ITEM, false],
    ['does not happen on another page', at('/main/home'), ITEM, false],
    ['does not happen on a page other than the list', at('/main/recharge'), SECOND, false],
    ['happens on the page of a list', at('/main/event'), SECOND, true],
    ['happens while the page changes its URL', at('/main/recharge', '/main/recharge?step=server'), ITEM, true],
    ['does not happen while the player leaves', at('/main/recharge', '/main/home'), ITEM, false],
    ['does not happen while the wizard changes', at('/main/recharge', '/main/recharge?target=epoint'), ITEM, false],
    [
      'does not happen while another order opens',
      at('/main/recharge/detail/1', '/main/recharge/detail/2'),
      { to: '/main/recharge/detail/1?a=1', replace: false },
      false,
    ],
    ['does not happen before the URL is known', UNKNOWN, ITEM, false],
  ])('%s (RCHG-15)', (_, context, wanted, isDone) => {
    expect(pageNavigation(context, wanted)).toEqual(isDone ? wanted : null);
  });
});

test.each([
  ['another navigation is pending', '/main/event', 'PUSH', true],
  ['another navigation is pending, after a replacement', '/main/event', 'REPLACE', true],
  ['it is the pending one', '/main/home?a=1', 'PUSH', false],
  ['the player went back', '/main/event', 'POP', false],
  ['no navigation is pending', null, 'PUSH', false],
] as const)('a URL is stale or not: %s (RCHG-15, C4)', (_, pendingUrl, action, stale) => {
  const event = { type: 'url.changed', path: '/main/home', search: '?a=1', action } as const;
  expect(isStale({ ...blankPortal, pendingUrl }, event)).toBe(stale);
});

test('after a new password the login form opens, with its redirect (SESS-05)', () => {
  expect(recoveredNavigation(at('/login?reset=email&redirect=%2Fmain%2Fevent'))).toEqual(
    replaceWith('/login?redirect=%2Fmain%2Fevent'),
  );
  expect(recoveredNavigation(at('/main/home'))).toBeNull();
  expect(recoveredNavigation(UNKNOWN)).toBeNull();
});

const ended = (endedBy: PortalContext['endedBy'], context: PortalContext): PortalContext => ({ ...context, endedBy });
const ENDS: Cases = [
  [
    '203: the login, with the page',
    ended('expired', at('/main/event')),
    replaceWith('/login?redirect=%2Fmain%2Fevent'),
  ],
  ['203 on the login page: nothing', ended('expired', at('/login?redirect=%2Fmain%2Fevent')), null],
  ['203 before the URL is known: nothing', ended('expired', UNKNOWN), null],
  ['20002: the logout page', ended('kicked', at('/main/event')), replaceWith('/main/logout?id=23')],
  ['20002 before the URL is known: the logout page', ended('kicked', UNKNOWN), replaceWith('/main/logout?id=23')],
  ['20002 on the logout page: nothing', ended('kicked', at('/main/logout')), null],
  ['a logout of the player: nothing', at('/main/event'), null],
];
test.each(ENDS)('%s (SESS-07, SESS-08)', (_, context, navigation) => {
  expect(sessionEndNavigation(context)).toEqual(navigation);
});
