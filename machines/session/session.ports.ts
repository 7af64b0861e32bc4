import type { Port } from '../kernel/port.ts';
import type { SessionGrant } from './session.types.ts';

export type SessionPorts = {
  /**
   * Checks the stored token with `/api/user/uinfo`. Resolves null when there is none; rejects with a `Failure`
   * (reason `tokenFailure` when the server no longer knows the token, which is then already forgotten).
   */
  restore: Port<SessionGrant | null, Record<string, never>>;
  /**
   * `/api/user/login`, channel "account". Takes the password out of the vault (once), encrypts it, stores token and
   * customer-service link. Rejects with a `Failure`; `msg` carries the server's words.
   */
  login: Port<SessionGrant, { readonly account: string; readonly passwordRef: string }>;
  /** Revokes and forgets the token, then everything stored for the account but its intents. Never rejects for a network fault. */
  forget: Port<void, { readonly why: 'logout' | 'expired' | 'kicked' | 'other-tab' }>;
};
