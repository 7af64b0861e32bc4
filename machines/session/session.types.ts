import type { Failure } from '../kernel/failure.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { PhoneLoginProblems } from './recovery.validation.ts';
import type { LoginProblems } from './session.validation.ts';

/** An id is empty where the API does not name it. */
export type Account = {
  readonly userId: string;
  /** Tells accounts apart in this browser where the API names no user id. Never shown and never sent. */
  readonly localId?: string;
  readonly gameAccountId: string;
  readonly gameId: string;
  /** Shown name of the account; never the login name when that is an e-mail or a phone number. */
  readonly displayName: string;
};

/** The token stays in the vault of the adapter; machines only know that there is one. */
export type SessionGrant = { readonly account: Account; readonly customerService: string | null };

export type SessionEnd = 'logout' | 'expired' | 'kicked' | 'other-tab';

/** `phone`: a number in E.164 and a code; `account`: a name (or an e-mail address, or a number) and a password. */
export type LoginMethod = 'account' | 'phone';

export type Credentials = {
  readonly method: LoginMethod;
  readonly account: string;
  /** Reference of the password or the code in the vault. */
  readonly passwordRef: string;
};

/** How the player came in. */
type SessionStart = 'restore' | 'login' | 'phone' | 'other-tab';

export type SessionContext = {
  readonly account: Account | null;
  readonly customerService: string | null;
  readonly failure: Failure | null;
  /** Reference of the secret being checked; the secret itself is in the vault. */
  readonly passwordRef: string | null;
  readonly method: LoginMethod;
  readonly loginName: string;
  /** By which way the player wants to set a new password; null: not at all. */
  readonly recovery: CodeChannel | null;
  /** A new password was set just now. */
  readonly recovered: boolean;
  readonly by: SessionStart;
  /** Of each field of the login; null until a submit was judged. */
  readonly problems: LoginProblems | PhoneLoginProblems | null;
};

type JudgedCredentials = Credentials &
  (
    | { readonly method: 'account'; readonly problems: LoginProblems }
    | { readonly method: 'phone'; readonly problems: PhoneLoginProblems }
  );

export type SessionEvent =
  | (JudgedCredentials & { readonly type: 'login.submit' })
  /** What the rules say of the changed entry. */
  | { readonly type: 'login.edit'; readonly problems: LoginProblems | PhoneLoginProblems }
  | { readonly type: 'login.by'; readonly method: LoginMethod }
  /** What the address of the login page says. */
  | { readonly type: 'recovery.asked'; readonly by: CodeChannel | null }
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

export type SessionEventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

/** What the session tells the root. */
export type SessionReport =
  | { readonly type: 'session.activated'; readonly grant: SessionGrant; readonly by: SessionStart }
  /** Nobody is logged in and nothing of a former account is left. */
  | { readonly type: 'session.absent' }
  /** A login was tried in vain; the player stays where they are. */
  | { readonly type: 'session.refused'; readonly method: LoginMethod }
  /** A new password was set: back to the login. */
  | { readonly type: 'session.recovered' }
  /** The stored token could not be checked. */
  | { readonly type: 'session.unclear'; readonly failure: Failure }
  /** The account is over at once; `session.absent` follows when it is forgotten. */
  | { readonly type: 'session.ended'; readonly why: SessionEnd };
