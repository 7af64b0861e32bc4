import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type {
  PasswordResetContext,
  PasswordResetEvent,
  PasswordResetInput,
  PasswordResetOutput,
} from './password-reset.types.ts';
import { verificationMachine } from './verification.machine.ts';
import type { CodeChannel, VerificationInput } from './verification.types.ts';

export type ResetErrand = {
  readonly by: CodeChannel;
  readonly target: string;
  readonly codeRef: string;
  readonly passwordRef: string;
};

type Given = { readonly context: PasswordResetContext };

export const verificationOf = ({ context }: Given): VerificationInput => ({ channel: context.by, purpose: 'reset' });

export const errandOf = ({ context: { by, target, codeRef, passwordRef } }: Given): ResetErrand => ({
  by,
  target,
  codeRef: codeRef ?? '',
  passwordRef: passwordRef ?? '',
});

export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }): Failure =>
  toFailure(event.error);

export const passwordResetSetup = setup({
  types: {
    context: {} as PasswordResetContext,
    events: {} as PasswordResetEvent,
    input: {} as PasswordResetInput,
    output: {} as PasswordResetOutput,
    children: {} as { verification: 'verification' },
  },
  actors: {
    resetPassword: portStub<void, ResetErrand>('resetPassword'),
    verification: verificationMachine,
  },
  actions: {
    keepEntry: assign((_, { target, codeRef, passwordRef }: Omit<PasswordResetEvent, 'type'>) => ({
      target,
      codeRef,
      passwordRef,
      failure: null,
    })),
    dropSecrets: assign({ codeRef: null, passwordRef: null }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
  },
});
