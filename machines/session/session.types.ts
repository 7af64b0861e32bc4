import type { Failure } from '../kernel/failure.ts';

export type Account = {
  readonly userId: string;
  readonly gameAccountId: string;
  readonly gameId: string;
  /** Shown name of the account; never the login name when that is an e-mail or a phone number. */
  readonly displayName: string;
};

/** The token stays in the vault of the adapter; machines only know that there is one. */
export type SessionGrant = { readonly account: Account; readonly customerService: string | null };

export type SessionEnd = 'logout' | 'expired' | 'kicked' | 'other-tab';

/** How the player came in. */
type SessionStart = 'restore' | 'login' | 'other-tab';

export type SessionContext = {
  readonly account: Account | null;
  readonly customerService: string | null;
  readonly failure: Failure | null;
  /** Reference of the secret being checked; the secret itself is in the vault. */
  readonly passwordRef: string | null;
  readonly loginName: string;
  readonly by: SessionStart;
};

export type SessionEvent =
  | { readonly type: 'login.submit'; readonly account: string; readonly passwordRef: string }
  | { readonly type: 'session.retry' }
  | { readonly type: 'logout.request' }
  /** HTTP 203 anywhere. */
  | { readonly type: 'session.expire' }
  /** Body code 20002 anywhere. */
  | { readonly type: 'session.kick' }
  /** The one-time notice was read. */
  | { readonly type: 'notice.confirm' }
  | { readonly type: 'tab.login' }
  | { readonly type: 'tab.logout' };

/** What the session tells the root. */
export type SessionReport =
  | { readonly type: 'session.activated'; readonly grant: SessionGrant; readonly by: SessionStart }
  /** Nobody is logged in and nothing of a former account is left. */
  | { readonly type: 'session.absent' }
  /** The stored token could not be checked. */
  | { readonly type: 'session.unclear'; readonly failure: Failure }
  /** The account is over at once; `session.absent` follows when it is forgotten. */
  | { readonly type: 'session.ended'; readonly why: SessionEnd };
