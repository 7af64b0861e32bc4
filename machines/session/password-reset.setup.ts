import { assign, setup } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { CodeChannel } from './contact.rules.ts';
import { haveProblemsChanged, isValid } from './entry.problems.ts';
import type {
  PasswordResetContext,
  PasswordResetEvent,
  PasswordResetEventOf,
  PasswordResetInput,
  PasswordResetOutput,
} from './password-reset.types.ts';
import type { ResetProblems } from './recovery.validation.ts';
import { verificationMachine } from './verification.machine.ts';
import type { VerificationInput } from './verification.types.ts';

export type ResetRequest = {
  readonly by: CodeChannel;
  readonly target: string;
  readonly codeRef: string;
  readonly passwordRef: string;
};

type ContextArgs = { readonly context: PasswordResetContext };

export const verificationInput = ({ context }: ContextArgs): VerificationInput => ({
  channel: context.by,
  purpose: 'reset',
});

export const toRequest = ({ context: { by, target, codeRef, passwordRef } }: ContextArgs): ResetRequest => ({
  by,
  target,
  codeRef: codeRef ?? '',
  passwordRef: passwordRef ?? '',
});

/** A refusal concerns target and code, so an edit of the password does not affect it. */
const isFailureStale = ({ failure }: PasswordResetContext, field: keyof ResetProblems): boolean =>
  failure !== null && (field === 'target' || field === 'code');

export const passwordResetSetup = setup({
  types: {
    context: {} as PasswordResetContext,
    events: {} as PasswordResetEvent,
    input: {} as PasswordResetInput,
    output: {} as PasswordResetOutput,
    children: {} as { verification: 'verification' },
  },
  actors: {
    resetPassword: portStub<void, ResetRequest>('resetPassword'),
    verification: verificationMachine,
  },
  guards: {
    isEntryValid: ({ event }) => event.type === 'reset.submit' && isValid(event.problems),
    changesErrors: ({ context, event }) =>
      event.type === 'reset.edit' &&
      (haveProblemsChanged(context.problems, event.problems) || isFailureStale(context, event.field)),
  },
  actions: {
    setEntry: assign((_, { target, codeRef, passwordRef, problems }: PasswordResetEventOf<'reset.submit'>) => ({
      target,
      codeRef,
      passwordRef,
      problems,
      failure: null,
    })),
    setProblems: assign((_, { problems }: PasswordResetEventOf<'reset.submit'>) => ({ problems })),
    setEdit: assign(({ context }, { field, problems }: PasswordResetEventOf<'reset.edit'>) => ({
      problems: context.problems && problems,
      failure: isFailureStale(context, field) ? null : context.failure,
    })),
    clearSecrets: assign({ codeRef: null, passwordRef: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
  },
});
