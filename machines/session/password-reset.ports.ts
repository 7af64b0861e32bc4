import { type Port, wirePort } from '../kernel/port.ts';
import { passwordResetMachine } from './password-reset.machine.ts';
import type { ResetRequest } from './password-reset.setup.ts';
import { type VerificationPorts, wireVerification } from './verification.ports.ts';

export type PasswordResetPorts = VerificationPorts & {
  /**
   * `/api/user/email/psw/reset` or `/api/user/phone/psw/reset`. Takes the code and the password from the vault and encrypts them. Rejects with a
   * `Failure` (`verificationCodeIncorrect` for a wrong, expired or used code).
   */
  resetPassword: Port<void, ResetRequest>;
};

export const wirePasswordReset = (ports: PasswordResetPorts): typeof passwordResetMachine =>
  passwordResetMachine.provide({
    actors: { resetPassword: wirePort(ports.resetPassword), verification: wireVerification(ports) },
  });
