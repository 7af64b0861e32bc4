import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { portalMachine } from './portal.machine.ts';
import type { HomeConfig, LoginReason, Page } from './portal.types.ts';

/** The page as it may be drawn now: `login`, `home` … carry what only the root knows. */
export type PortalScreen =
  /** The session is not known yet: the static shell stays. */
  | { readonly name: 'starting' }
  | { readonly name: 'boot-failed'; readonly failure: Failure }
  | { readonly name: 'login'; readonly reason: LoginReason | null }
  | { readonly name: 'home'; readonly home: HomeConfig | null }
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

export type PageName = Page['name'];
