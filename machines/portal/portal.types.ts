import type { Failure } from '../kernel/failure.ts';
import type { Account, LoginMethod, SessionEnd, SessionReport } from '../session/session.types.ts';
import type { Page } from '../signed-in/signed-in.pages.ts';
import type { SignedInReport } from '../signed-in/signed-in.types.ts';
import type { ToastsEvent } from '../toasts/toasts.types.ts';
import type { BootReport } from './portal-boot.types.ts';
import type { HomeConfig, PortalConfig } from './portal-config.types.ts';

/** Why the login page is shown; an order id when the player came back from paying without a session. */
export type LoginReason = { readonly kind: 'required' } | { readonly kind: 'order-received'; readonly orderId: string };

/** HTTP 203 or body code 20002. */
type ServerEnd = Extract<SessionEnd, 'expired' | 'kicked'>;

export type PortalContext = {
  readonly config: PortalConfig | null;
  readonly home: HomeConfig | null;
  readonly homeFailure: Failure | null;
  /** Server time minus device time, in ms. */
  readonly clockOffsetMs: number;
  /** Why nothing can be shown: no configuration, or a session that could not be checked. */
  readonly bootFailure: Failure | null;
  readonly path: string;
  readonly search: string;
  /** Null until the bridge has reported where the browser is. */
  readonly page: Page | null;
  /** Where the browser was sent and has not arrived yet. */
  readonly pendingUrl: string | null;
  /** The player opened the logout page, so the session must end. */
  readonly logoutRequested: boolean;
  /** How the server ended the session, until the browser has been sent to the page that says so. */
  readonly endedBy: ServerEnd | null;
  readonly account: Account | null;
  readonly isMobile: boolean;
  readonly online: boolean;
  /** An external link that waits to be opened in the player's name. */
  readonly toLink: string | null;
};

export type PortalEvent =
  /** The bridge reports where the browser is; `action` as the history names it. */
  | {
      readonly type: 'url.changed';
      readonly path: string;
      readonly search: string;
      readonly action: 'POP' | 'PUSH' | 'REPLACE';
    }
  | { readonly type: 'boot.retry' }
  | { readonly type: 'layout.changed'; readonly isMobile: boolean }
  | { readonly type: 'network.changed'; readonly online: boolean }
  | { readonly type: 'http.unauthorized' }
  | { readonly type: 'http.kicked' }
  | { readonly type: 'tab.login' }
  | { readonly type: 'tab.logout' }
  /** Another tab confirmed the notice of HTTP 203. */
  | { readonly type: 'tab.confirm' }
  | { readonly type: 'logout.request' }
  /** Load the code that did not setPage again. */
  | { readonly type: 'load.retry' }
  /** Nothing can be stored in this browser: said once. */
  | { readonly type: 'storage.failed' }
  /** The root to itself: what the session is to be params. */
  | { readonly type: 'session.leave' }
  | { readonly type: 'session.resume' }
  | BootReport
  | ToastsEvent
  | SessionReport
  | SignedInReport;

export type PortalEmitted =
  | { readonly type: 'nav'; readonly to: string; readonly replace: boolean }
  /** For analytics: a login that was tried here, or elsewhere with the player sent back to this address. */
  | { readonly type: 'login.result'; readonly method: LoginMethod | 'appleId' | 'wechat'; readonly succeeded: boolean };
