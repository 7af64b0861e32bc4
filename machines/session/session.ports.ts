import { type Port, wirePort } from '../kernel/port.ts';
import type { passwordResetMachine } from './password-reset.machine.ts';
import { sessionMachine } from './session.machine.ts';
import type { Credentials, SessionEnd, SessionGrant } from './session.types.ts';
import type { verificationMachine } from './verification.machine.ts';

export type SessionPorts = {
  /**
   * Verifies the stored token with `/api/user/uinfo`. Resolves to null if there is none. Rejects with a `Failure`; the reason is
   * `tokenFailure` if the server does not know the token (it is then already deleted) or if the notice about it is unconfirmed.
   */
  restore: Port<SessionGrant | null, Record<string, never>>;
  /**
   * `/api/user/login`, channel "account" or "phone". Takes the password or code from the vault, encrypts it, and stores the
   * token and the customer-service link. Rejects with a `Failure`; `msg` is the message of the server.
   */
  login: Port<SessionGrant, Credentials>;
  /**
   * Deletes the token and the stored data of the account, then revokes the token. `why` decides whether orders and intents are kept for
   * the next login. Never rejects because of the network.
   */
  deleteSession: Port<void, { readonly why: SessionEnd }>;
  /** Stores whether the notice of HTTP 203 is unconfirmed. */
  saveNotice: Port<void, { readonly unread: boolean }>;
  /** Loads the chunk with the machines of verification codes and password resets. */
  loadRecovery: Port<void, Record<string, never>>;
};

/** The child machines, wired to their ports. */
export type SessionChildren = {
  readonly verification: typeof verificationMachine;
  readonly passwordReset: typeof passwordResetMachine;
};

export const wireSession = (ports: SessionPorts, children: SessionChildren): typeof sessionMachine =>
  sessionMachine.provide({
    actors: {
      ...children,
      restore: wirePort(ports.restore),
      login: wirePort(ports.login),
      deleteSession: wirePort(ports.deleteSession),
      saveNotice: wirePort(ports.saveNotice),
      loadRecovery: wirePort(ports.loadRecovery),
    },
  });
