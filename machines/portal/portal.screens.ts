import type { SnapshotFrom } from 'xstate';
import { type Failure, failure } from '../kernel/failure.ts';
import { loginReason } from './portal.access.ts';
import type { portalMachine } from './portal.machine.ts';
import { orderInView } from './portal.orders.ts';
import { isGuarded } from './portal.routes.ts';
import type { FollowedOrder, HomeConfig, LoginReason, Page } from './portal.types.ts';

/** The page as it may be drawn now: `login`, `home` … carry what only the root knows. */
export type PortalScreen =
  /** The session is not known yet: the static shell stays. */
  | { readonly name: 'starting' }
  | { readonly name: 'boot-failed'; readonly failure: Failure }
  | { readonly name: 'login'; readonly reason: LoginReason | null }
  | { readonly name: 'home'; readonly home: HomeConfig | null; readonly failure: Failure | null }
  | { readonly name: 'recharge' }
  | { readonly name: 'order-detail'; readonly orderId: string }
  | { readonly name: 'logout'; readonly byServer: boolean; readonly done: boolean }
  | { readonly name: 'forbidden' }
  | { readonly name: 'not-found' };

/** Header, tab bar and banner; drawn around every page. */
export type PortalFrame = {
  readonly isMobile: boolean;
  readonly online: boolean;
  readonly authorised: boolean;
  /** Which tab is lit. */
  readonly section: 'home' | 'recharge' | 'account' | 'none';
  /** Orders put aside or restored that wait for money, for the "continue payment" banner. */
  readonly waitingOrderIds: readonly string[];
};

export type PortalSnapshot = SnapshotFrom<typeof portalMachine>;

type PageName = Page['name'];

const LOST = failure('unknownError');

/** Selectors return the same object for the same facts, so that `shallowEqual` spares a drawing. */
const remembered = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) };
    known.set(key, entry);
    return entry.value;
  };
};

const reasonOf = remembered((page: Page) => loginReason(page));

const waitingOf = remembered((followed: readonly FollowedOrder[]) => {
  const ids = followed.filter(({ waiting }) => waiting).map(({ ticket }) => ticket.orderId);
  const listed = new Map<string | null, readonly string[]>();
  return (inView: string | null): readonly string[] => {
    const list = listed.get(inView) ?? ids.filter((id) => id !== inView);
    listed.set(inView, list);
    return list;
  };
});

const drawn = (snapshot: PortalSnapshot, page: Page): PortalScreen => {
  const { home, homeFailure } = snapshot.context;
  const isWizardThere = snapshot.matches({ access: { authorised: { work: { open: 'going' } } } });
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
      return isWizardThere ? { name: 'recharge' } : { name: 'starting' };
    case 'order-detail':
      return isWizardThere ? { name: 'order-detail', orderId: page.orderId } : { name: 'starting' };
    case 'forbidden':
    case 'not-found':
      return { name: page.name };
  }
};

export const selectPortalScreen = (snapshot: PortalSnapshot): PortalScreen => {
  const { page, path, config, bootFailure } = snapshot.context;
  const isLost = snapshot.matches({ session: 'broken' }) || snapshot.matches({ access: 'unclear' });
  if (isLost) return { name: 'boot-failed', failure: bootFailure ?? LOST };
  if (!page || snapshot.matches({ access: 'unknown' })) return { name: 'starting' };
  if (!isGuarded(path)) return drawn(snapshot, page);
  if (!snapshot.matches({ access: 'authorised' })) return { name: 'starting' };
  if (config) return drawn(snapshot, page);
  return snapshot.matches({ boot: { reading: 'failed' } })
    ? { name: 'boot-failed', failure: bootFailure ?? LOST }
    : { name: 'starting' };
};

const SECTIONS: Partial<Record<PageName, PortalFrame['section']>> = {
  home: 'home',
  recharge: 'recharge',
  'order-detail': 'recharge',
};

export const selectPortalFrame = (snapshot: PortalSnapshot): PortalFrame => {
  const { page, isMobile, online, followed } = snapshot.context;
  return {
    isMobile,
    online,
    authorised: snapshot.matches({ access: 'authorised' }),
    section: (page && SECTIONS[page.name]) ?? 'none',
    waitingOrderIds: waitingOf(followed)(orderInView(snapshot.context)),
  };
};

export const selectLoginReason = ({ context }: PortalSnapshot): LoginReason | null =>
  context.page && reasonOf(context.page);
