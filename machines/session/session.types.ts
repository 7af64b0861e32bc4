import type { Failure } from '../kernel/failure.ts';
import type { Port } from '../kernel/port.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { PasswordProblem } from './password.rules.ts';
import type { PhoneLoginProblems } from './recovery.validation.ts';

/** An id is empty if the API does not send it. */
export type Account = {
  readonly userId: string;
  /** Identifies the account in this browser if the API sends no user id. Never shown and never sent. */
  readonly localId?: string;
  readonly gameAccountId: string;
  readonly gameId: string;
  /** Never an e-mail address or a phone number. */
  readonly displayName: string;
};

/** The token stays in the adapter and never enters a machine. */
export type SessionGrant = { readonly account: Account; readonly customerService: string | null };

/** `beforeTicket`: who is logged in before the ticket of the URL decides. */
export type Restored = SessionGrant | { readonly beforeTicket: SessionGrant | null } | null;

/** `other`: the name of a player who differs from the one who is logged in. */
export type Redeemed = SessionGrant | { readonly other: string };

export type SessionEnd = 'logout' | 'expired' | 'kicked' | 'other-tab';

/** `phone`: a number in E.164 and a code; `account`: a name (or an e-mail address, or a number) and a password. */
export type LoginMethod = 'account' | 'phone';

type Credentials = {
  readonly method: LoginMethod;
  readonly account: string;
  /** Reference of the password or the code in the vault. */
  readonly passwordRef: string;
};

export type LoginProblems = { readonly account: 'incomplete' | null; readonly password: PasswordProblem | null };

type SessionStart = 'restore' | 'login' | 'phone' | 'other-tab';

export type SessionContext = {
  readonly account: Account | null;
  readonly customerService: string | null;
  /** The name of the player whose ticket waits for a choice. */
  readonly other?: string | undefined;
  readonly failure: Failure | null;
  /** Reference of the submitted secret in the vault. */
  readonly passwordRef: string | null;
  readonly method: LoginMethod;
  /** The last name of a login on this page; an expired session keeps it for the next login. */
  readonly loginName: string;
  /** The channel of the password reset, or null. */
  readonly recovery: CodeChannel | null;
  /** A new password has just been set. */
  readonly recovered: boolean;
  readonly by: SessionStart;
  /** The problems of the login form; null until a submit was validated. */
  readonly problems: LoginProblems | PhoneLoginProblems | null;
};

type ValidatedCredentials = Credentials &
  (
    | { readonly method: 'account'; readonly problems: LoginProblems }
    | { readonly method: 'phone'; readonly problems: PhoneLoginProblems }
  );

export type SessionEvent =
  | (ValidatedCredentials & { readonly type: 'login.submit' })
  /** The validation result after an edit. */
  | { readonly type: 'login.edit'; readonly problems: LoginProblems | PhoneLoginProblems }
  | { readonly type: 'login.by'; readonly method: LoginMethod }
  /** From the URL of the login page. */
  | { readonly type: 'recovery.requested'; readonly by: CodeChannel | null }
  | { readonly type: 'session.retry' }
  | { readonly type: 'logout.request' }
  /** Any call returned HTTP 203. */
  | { readonly type: 'session.expire' }
  /** Any call returned body code 20002. */
  | { readonly type: 'session.kick' }
  /** The player confirmed the one-time notice. */
  | { readonly type: 'notice.confirm' }
  /** Whether the player of the ticket takes over. */
  | { readonly type: 'account.choose'; readonly adopt: boolean }
  | { readonly type: 'tab.login' }
  | { readonly type: 'tab.logout' };

export type SessionEventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

export type SessionReport =
  | { readonly type: 'session.activated'; readonly grant: SessionGrant; readonly by: SessionStart }
  /** No one is logged in, and the data of the previous account is deleted. */
  | { readonly type: 'session.absent' }
  | { readonly type: 'session.refused'; readonly method: LoginMethod }
  /** The ticket of the URL is not valid any more, and the session continues. */
  | { readonly type: 'session.linkExpired' }
  | { readonly type: 'session.recovered' }
  /** The stored token could not be verified. */
  | { readonly type: 'session.unverified'; readonly failure: Failure }
  /** The session has ended; `session.absent` follows when its data is deleted. */
  | { readonly type: 'session.ended'; readonly why: SessionEnd };

export type SessionPorts = {
  /**
   * Verifies the stored token with `/api/user/uinfo`. Resolves to null if there is none. Rejects with a `Failure`; the reason is
   * `tokenFailure` if the server does not know the token (it is then already deleted) or if the notice about it is unconfirmed. With a
   * ticket, both mean that nobody is logged in.
   */
  restore: Port<Restored>;
  /**
   * `/api/user/login`, channel "account" or "phone". Takes the password or code from the vault, encrypts it, and stores the
   * token and the customer-service link. Rejects with a `Failure`; `msg` is the message of the server.
   */
  login: Port<SessionGrant, Credentials>;
  /**
   * `/api/user/login`, channel "ticket". Stores a login of the current player, or of the first, and keeps that of another one in memory.
   * The ticket never enters a machine. It is sent once; a request that was certainly not processed leaves it for the next attempt. Rejects
   * with a `Failure`; the reason is `linkExpired` if there is no ticket or it was refused.
   */
  redeemTicket: Port<Redeemed>;
  /**
   * Stores the login of the other player like any login, or forgets it, and resolves to the session that stays. Revokes the token of the
   * other one, without waiting for the network.
   */
  settleLogin: Port<SessionGrant, { readonly adopt: boolean }>;
  /**
   * Deletes the token and the stored data of the account, then revokes the token. `why` decides whether orders and intents are kept for
   * the next login. Never rejects because of the network.
   */
  deleteSession: Port<void, { readonly why: SessionEnd }>;
  /** Stores whether the notice of HTTP 203 is unconfirmed. */
  saveNotice: Port<void, { readonly unread: boolean }>;
  /** Loads the chunk with the machines of verification codes and password resets. */
  loadRecovery: Port<void>;
};
