import { type Port, wirePort } from '../kernel/port.ts';
import { sessionMachine } from './session.machine.ts';
import type { SessionEnd, SessionGrant } from './session.types.ts';

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
  /**
   * Forgets the token, then everything stored for the account but its intents, and revokes the token last: after five
   * seconds nobody waits for the server any more. Never rejects for a network fault.
   */
  forget: Port<void, { readonly why: SessionEnd }>;
};

export const wireSession = (ports: SessionPorts): typeof sessionMachine =>
  sessionMachine.provide({
    actors: { restore: wirePort(ports.restore), login: wirePort(ports.login), forget: wirePort(ports.forget) },
  });
