import type { SnapshotFrom } from 'xstate';
import type { HomeConfig } from '../home/home.types.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import type { AccountSection, Page } from '../signed-in/signed-in.pages.ts';
import type { portalMachine } from './portal.machine.ts';
import { loginReason } from './portal.navigation.ts';
import { isGuarded } from './portal.routes.ts';
import type { LoginReason } from './portal.types.ts';

/** The screen of the portal. Some members carry data that only the portal machine knows. */
export type PortalScreen =
  /** The session is not known yet; the static shell is visible. */
  | { readonly name: 'starting' }
  | { readonly name: 'boot-failed'; readonly failure: Failure }
  /** A chunk could not be loaded. */
  | { readonly name: 'load-failed' }
  | { readonly name: 'login'; readonly reason: LoginReason | null }
  | { readonly name: 'home'; readonly home: HomeConfig | null; readonly failure: Failure | null }
  | { readonly name: 'recharge' }
  | { readonly name: 'payment_detail'; readonly orderId: string }
  | { readonly name: 'account'; readonly section: AccountSection }
  | { readonly name: 'events' }
  | { readonly name: 'event-detail'; readonly articleId: string }
  | { readonly name: 'logout'; readonly byServer: boolean; readonly done: boolean }
  | { readonly name: 'forbidden' }
  | { readonly name: 'not-found' };

/** Header, tab bar and banner around every page. */
export type PortalFrame = {
  readonly isMobile: boolean;
  readonly online: boolean;
  readonly authorized: boolean;
  readonly section: 'home' | 'recharge' | 'news' | 'account' | 'none';
};

export type PortalSnapshot = SnapshotFrom<typeof portalMachine>;

/** `to`: the URL of the list, with its filters and page. */
type OrderOrigin = { readonly to: string; readonly list: 'orders' | 'ledger' };

const LEDGER = '/main/account/epoint';

type PageName = Page['name'];

const UNKNOWN_FAILURE = failure('unknownError');

const REASONS = new WeakMap<Page, LoginReason | null>();

/** Returns the same object for the same page, so that `shallowEqual` avoids a render. */
const reasonOf = (page: Page): LoginReason | null => {
  const known = REASONS.get(page);
  if (known !== undefined) return known;
  const reason = loginReason(page);
  REASONS.set(page, reason);
  return reason;
};

const pageScreen = (snapshot: PortalSnapshot, page: Page): PortalScreen => {
  const { home, homeFailure } = snapshot.context;
  const isRunning = snapshot.matches({ access: { authorized: 'running' } });
  const isReady = snapshot.matches({ access: { authorized: { running: 'ready' } } });
  switch (page.name) {
    case 'login':
      return snapshot.matches({ access: 'anonymous' })
        ? { name: 'login', reason: reasonOf(page) }
        : { name: 'starting' };
    case 'logout':
      return { name: 'logout', byServer: page.byServer, done: !snapshot.matches({ access: 'leaving' }) };
    case 'home':
      return { name: 'home', home, failure: homeFailure };
    case 'recharge':
      return isReady ? { name: 'recharge' } : { name: 'starting' };
    case 'payment_detail':
      return isReady ? { name: 'payment_detail', orderId: page.orderId } : { name: 'starting' };
    case 'account':
      return isRunning ? { name: 'account', section: page.section } : { name: 'starting' };
    case 'events':
      return isRunning ? { name: 'events' } : { name: 'starting' };
    case 'event-detail':
      return isRunning ? { name: 'event-detail', articleId: page.articleId } : { name: 'starting' };
    case 'forbidden':
    case 'not-found':
      return { name: page.name };
  }
};

const failedScreen = (failure: Failure): PortalScreen =>
  failure.reason === 'loadFailed' ? { name: 'load-failed' } : { name: 'boot-failed', failure };

export const selectPortalScreen = (snapshot: PortalSnapshot): PortalScreen => {
  const { page, path, config, bootFailure } = snapshot.context;
  const isFailed =
    snapshot.matches({ session: 'crashed' }) ||
    snapshot.matches({ access: 'unverified' }) ||
    snapshot.matches({ access: { authorized: 'crashed' } });
  if (isFailed) return failedScreen(bootFailure ?? UNKNOWN_FAILURE);
  if (!page || snapshot.matches({ access: 'unknown' })) return { name: 'starting' };
  if (!isGuarded(path)) return pageScreen(snapshot, page);
  if (!snapshot.matches({ access: 'authorized' })) return { name: 'starting' };
  if (snapshot.matches({ access: { authorized: 'loadFailed' } })) return { name: 'load-failed' };
  if (config) return pageScreen(snapshot, page);
  return snapshot.matches({ boot: { running: 'failed' } })
    ? failedScreen(bootFailure ?? UNKNOWN_FAILURE)
    : { name: 'starting' };
};

const SECTIONS: Partial<Record<PageName, PortalFrame['section']>> = {
  home: 'home',
  recharge: 'recharge',
  payment_detail: 'recharge',
  account: 'account',
  events: 'news',
  'event-detail': 'news',
};

export const selectPortalFrame = (snapshot: PortalSnapshot): PortalFrame => {
  const { page, orderOrigin, isMobile, online } = snapshot.context;
  return {
    isMobile,
    online,
    authorized: snapshot.matches({ access: 'authorized' }),
    section: orderOrigin === null ? ((page && SECTIONS[page.name]) ?? 'none') : 'account',
  };
};

/** The game that this portal tops up: the account's game, or else the configured game; null if the API sends neither. */
export const selectTopUpGameId = ({ context: { account, config } }: PortalSnapshot): string | null =>
  account?.gameId || config?.gameInfo.gameId || null;

/** The account list from which the player opened the shown order; null if it was opened elsewhere. */
export const selectOrderOrigin = ({ context: { orderOrigin } }: PortalSnapshot): OrderOrigin | null => {
  if (orderOrigin === null) return null;
  return { to: orderOrigin, list: orderOrigin.startsWith(LEDGER) ? 'ledger' : 'orders' };
};

/** Name of the game that this portal tops up; null if the API does not send it. */
export const selectTopUpGameName = (snapshot: PortalSnapshot): string | null => {
  const { config, home } = snapshot.context;
  const gameId = selectTopUpGameId(snapshot);
  const configured = gameId === null || config?.gameInfo.gameId === gameId ? config?.gameInfo.name : null;
  return configured || (home?.games.find((game) => game.gameId === gameId)?.name ?? null);
};
