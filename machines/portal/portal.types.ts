import type { HomeConfig } from '../home/home.types.ts';
import type { Failure } from '../kernel/failure.ts';
import type { Listener, Port } from '../kernel/port.ts';
import type { Account, LoginMethod, SessionEnd, SessionReport } from '../session/session.types.ts';
import type { Page } from '../signed-in/signed-in.pages.ts';
import type { SignedInReport } from '../signed-in/signed-in.types.ts';
import type { ToastsEvent } from '../toasts/toasts.machine.ts';
import type { BootPorts, BootReport, PortalConfig } from './portal-boot.machine.ts';

/** Why the login page is shown; with an order id if the player returned from a payment without a session. */
export type LoginReason = { readonly kind: 'required' } | { readonly kind: 'order-received'; readonly orderId: string };

/** HTTP 203 or body code 20002. */
type ServerEnd = Extract<SessionEnd, 'expired' | 'kicked'>;

export type PortalContext = {
  readonly config: PortalConfig | null;
  readonly home: HomeConfig | null;
  readonly homeFailure: Failure | null;
  /** Server time minus device time, in ms. */
  readonly clockOffsetMs: number;
  /** Why no page can be shown: no configuration, or a session that could not be verified. */
  readonly bootFailure: Failure | null;
  readonly path: string;
  readonly search: string;
  /** Null until the first `url.changed`. */
  readonly page: Page | null;
  /** The URL of the account list from which the shown order was opened; null for an order that was opened elsewhere. */
  readonly orderOrigin: string | null;
  /** The URL of a navigation that has not finished. */
  readonly pendingUrl: string | null;
  /** The logout page is open, so the session must end. */
  readonly logoutRequested: boolean;
  /** How the server ended the session, until the page that explains it is open. */
  readonly endedBy: ServerEnd | null;
  readonly account: Account | null;
  readonly isMobile: boolean;
  readonly online: boolean;
  /** An external link that waits for its sign-in ticket. */
  readonly toLink: string | null;
};

export type PortalEvent =
  /** From `src/app`; `action` is the history action. */
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
  /** Loads a chunk again. */
  | { readonly type: 'load.retry' }
  /** The browser refuses to store data; sent once. */
  | { readonly type: 'storage.failed' }
  /** Raised internally to control the session child. */
  | { readonly type: 'session.end' }
  | { readonly type: 'session.recheck' }
  | BootReport
  | ToastsEvent
  | SessionReport
  | SignedInReport;

export type PortalEmitted =
  | { readonly type: 'nav'; readonly to: string; readonly replace: boolean }
  /** For analytics: the result of a login on this page, or of an external login that returned here. */
  | { readonly type: 'login.result'; readonly method: LoginMethod | 'appleId' | 'wechat'; readonly succeeded: boolean };

type Only<Type extends PortalEvent['type']> = Extract<PortalEvent, { type: Type }>;

export type RootPorts = {
  /** Loads the code of the `signedIn` machine. Rejects if it cannot be loaded. */
  loadSignedIn: Port<null>;
  /** Layout (≤ 750 px), connectivity, storage failures, changes by other tabs, HTTP 203 and code 20002 of any call. */
  environment: Listener<
    never,
    | Only<'layout.changed'>
    | Only<'network.changed'>
    | Only<'tab.login'>
    | Only<'tab.logout'>
    | Only<'tab.confirm'>
    | Only<'http.unauthorized'>
    | Only<'http.kicked'>
    | Only<'storage.failed'>
  >;
};

export type PortalPorts = BootPorts & RootPorts;
