import { type Port, wirePort } from '../kernel/port.ts';
import { verificationMachine } from './verification.machine.ts';
import type { CodeRequest } from './verification.setup.ts';
import type { CodeSending } from './verification.types.ts';

export type VerificationPorts = {
  /**
   * `/api/user/email/code/send` or `/api/user/phone/code/send`. Rejects with a `Failure` (`accountNotFoundEmail`,
   * `accountNotFoundMobile`); a request that is too early resolves with the refusal and the time of the next
   * attempt.
   */
  sendCode: Port<CodeSending, CodeRequest>;
  /** Resolves when the server's clock has reached `until` (epoch ms). */
  coolDown: Port<void, { readonly until: number }>;
};

export const wireVerification = (ports: VerificationPorts): typeof verificationMachine =>
  verificationMachine.provide({
    actors: { sendCode: wirePort(ports.sendCode), coolDown: wirePort(ports.coolDown) },
  });
