import { type Port, wirePort } from '../kernel/port.ts';
import type { passwordResetMachine } from './password-reset.machine.ts';
import { sessionMachine } from './session.machine.ts';
import type { Credentials, SessionEnd, SessionGrant } from './session.types.ts';
import type { verificationMachine } from './verification.machine.ts';

export type SessionPorts = {
  /**
   * Checks the stored token with `/api/user/uinfo`. Resolves null when there is none; rejects with a `Failure`
   * (reason `tokenFailure` when the server no longer knows the token, which is then already forgotten, and when the
   * player has not confirmed the notice about it yet).
   */
  restore: Port<SessionGrant | null, Record<string, never>>;
  /**
   * `/api/user/login`, channel "account" or "phone". Takes password or code out of the vault (once), encrypts it, stores token and
   * customer-service link. Rejects with a `Failure`; `msg` carries the server's words.
   */
  login: Port<SessionGrant, Credentials>;
  /**
   * Forgets the token, then everything stored for the account but its intents, and revokes the token last: after five
   * seconds nobody waits for the server any more. Never rejects for a network fault.
   */
  forget: Port<void, { readonly why: SessionEnd }>;
  /** Stores across reloads whether the player still has to confirm the notice of HTTP 203. */
  rememberNotice: Port<void, { readonly unread: boolean }>;
  /** Resolves when the machines of codes and resets are here: they come in a later chunk. */
  arrive: Port<void, Record<string, never>>;
};

/** The children of the session, wired to their own ports. */
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
      forget: wirePort(ports.forget),
      rememberNotice: wirePort(ports.rememberNotice),
      arrive: wirePort(ports.arrive),
    },
  });
