import { type Port, wirePort } from '../kernel/port.ts';
import { passwordResetMachine } from './password-reset.machine.ts';
import type { ResetRequest } from './password-reset.setup.ts';
import { type VerificationPorts, wireVerification } from './verification.ports.ts';

export type PasswordResetPorts = VerificationPorts & {
  /**
   * `/api/user/email/psw/reset` or `/api/user/phone/psw/reset`. Takes code and password out of the vault (once) and encrypts them. Rejects
   * with a `Failure` (`verificationCodeIncorrect` for one that is wrong, old or used).
   */
  resetPassword: Port<void, ResetRequest>;
};

export const wirePasswordReset = (ports: PasswordResetPorts): typeof passwordResetMachine =>
  passwordResetMachine.provide({
    actors: { resetPassword: wirePort(ports.resetPassword), verification: wireVerification(ports) },
  });
