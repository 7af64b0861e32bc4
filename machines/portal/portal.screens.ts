import type { SnapshotFrom } from 'xstate';
import { type Failure, failure } from '../kernel/failure.ts';
import type { AccountSection, Page } from '../signed-in/signed-in.pages.ts';
import type { portalMachine } from './portal.machine.ts';
import { loginReason } from './portal.navigation.ts';
import { isGuarded } from './portal.routes.ts';
import type { LoginReason } from './portal.types.ts';
import type { HomeConfig } from './portal-config.types.ts';

/** The page as it may be drawn now: `login`, `home` … carry what only the root knows. */
export type PortalScreen =
  /** The session is not known yet: the static shell stays. */
  | { readonly name: 'starting' }
  | { readonly name: 'boot-failed'; readonly failure: Failure }
  /** A part of the portal's own code did not setPage. */
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

/** Header, tab bar and banner; drawn around every page. */
export type PortalFrame = {
  readonly isMobile: boolean;
  readonly online: boolean;
  readonly authorised: boolean;
  /** Which tab is lit. */
  readonly section: 'home' | 'recharge' | 'news' | 'account' | 'none';
};

export type PortalSnapshot = SnapshotFrom<typeof portalMachine>;

type PageName = Page['name'];

const LOST = failure('unknownError');

const REASONS = new WeakMap<Page, LoginReason | null>();

/** The same object for the same page, so that `shallowEqual` spares a drawing. */
const reasonOf = (page: Page): LoginReason | null => {
  const known = REASONS.get(page);
  if (known !== undefined) return known;
  const reason = loginReason(page);
  REASONS.set(page, reason);
  return reason;
};

const drawn = (snapshot: PortalSnapshot, page: Page): PortalScreen => {
  const { home, homeFailure } = snapshot.context;
  const isPlaying = snapshot.matches({ access: { authorised: 'playing' } });
  const isOpen = snapshot.matches({ access: { authorised: { playing: 'open' } } });
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
      return isOpen ? { name: 'recharge' } : { name: 'starting' };
    case 'payment_detail':
      return isOpen ? { name: 'payment_detail', orderId: page.orderId } : { name: 'starting' };
    case 'account':
      return isPlaying ? { name: 'account', section: page.section } : { name: 'starting' };
    case 'events':
      return isPlaying ? { name: 'events' } : { name: 'starting' };
    case 'event-detail':
      return isPlaying ? { name: 'event-detail', articleId: page.articleId } : { name: 'starting' };
    case 'forbidden':
    case 'not-found':
      return { name: page.name };
  }
};

const lostScreen = (failure: Failure): PortalScreen =>
  failure.reason === 'loadFailed' ? { name: 'load-failed' } : { name: 'boot-failed', failure };

export const selectPortalScreen = (snapshot: PortalSnapshot): PortalScreen => {
  const { page, path, config, bootFailure } = snapshot.context;
  const isLost =
    snapshot.matches({ session: 'broken' }) ||
    snapshot.matches({ access: 'unclear' }) ||
    snapshot.matches({ access: { authorised: 'broken' } });
  if (isLost) return lostScreen(bootFailure ?? LOST);
  if (!page || snapshot.matches({ access: 'unknown' })) return { name: 'starting' };
  if (!isGuarded(path)) return drawn(snapshot, page);
  if (!snapshot.matches({ access: 'authorised' })) return { name: 'starting' };
  if (snapshot.matches({ access: { authorised: 'unavailable' } })) return { name: 'load-failed' };
  if (config) return drawn(snapshot, page);
  return snapshot.matches({ boot: { reading: 'failed' } }) ? lostScreen(bootFailure ?? LOST) : { name: 'starting' };
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
  const { page, isMobile, online } = snapshot.context;
  return {
    isMobile,
    online,
    authorised: snapshot.matches({ access: 'authorised' }),
    section: (page && SECTIONS[page.name]) ?? 'none',
  };
};

export const selectLoginReason = ({ context }: PortalSnapshot): LoginReason | null =>
  context.page && reasonOf(context.page);
