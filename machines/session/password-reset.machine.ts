import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/failure.ts';
import { type Port, ports, wire } from '../kernel/port.ts';
import type { CodeChannel } from './contact.rules.ts';
import { haveProblemsChanged, isValid } from './entry.problems.ts';
import type { ResetProblems } from './recovery.validation.ts';
import { type VerificationPorts, verificationMachine } from './verification.machine.ts';

export type PasswordResetInput = { readonly by: CodeChannel };

type PasswordResetContext = PasswordResetInput & {
  /** An e-mail address, or a phone number in E.164. */
  readonly target: string;
  /** References into the vault while a request is in flight. */
  readonly codeRef: string | null;
  readonly passwordRef: string | null;
  readonly failure: Failure | null;
  /** Null until a submit was validated. */
  readonly problems: ResetProblems | null;
};

export type PasswordResetEvent =
  | {
      readonly type: 'reset.submit';
      readonly target: string;
      readonly codeRef: string;
      readonly passwordRef: string;
      readonly problems: ResetProblems;
    }
  /** The validation result after an edit of `field`. */
  | { readonly type: 'reset.edit'; readonly field: keyof ResetProblems; readonly problems: ResetProblems };

type PasswordResetEventOf<Type extends PasswordResetEvent['type']> = Extract<PasswordResetEvent, { type: Type }>;

/** The account whose password was reset. */
type PasswordResetOutput = { readonly target: string };

type ResetRequest = PasswordResetInput & Omit<PasswordResetEventOf<'reset.submit'>, 'type' | 'problems'>;

/** A refusal concerns target and code, so an edit of the password does not affect it. */
const isFailureStale = ({ failure }: PasswordResetContext, field: keyof ResetProblems): boolean =>
  failure !== null && (field === 'target' || field === 'code');

type ResetPorts = {
  /**
   * `/api/user/email/psw/reset` or `/api/user/phone/psw/reset`. Takes the code and the password from the vault and encrypts them. Rejects with a
   * `Failure` (`verificationCodeIncorrect` for a wrong, expired or used code).
   */
  resetPassword: Port<void, ResetRequest>;
};

export type PasswordResetPorts = VerificationPorts & ResetPorts;

export const passwordResetMachine = setup({
  types: {
    context: {} as PasswordResetContext,
    events: {} as PasswordResetEvent,
    input: {} as PasswordResetInput,
    output: {} as PasswordResetOutput,
    children: {} as { verification: 'verification' },
  },
  actors: { ...ports<ResetPorts>({ resetPassword: 'port' }), verification: verificationMachine },
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
    setFailure: assign({ failure: failureOf }),
  },
}).createMachine({
  id: 'passwordReset',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ ...input, target: '', codeRef: null, passwordRef: null, failure: null, problems: null }),
  invoke: {
    id: 'verification',
    src: 'verification',
    input: ({ context: { by } }) => ({ channel: by, purpose: 'reset' }),
    onError: {},
  },
  output: ({ context }) => ({ target: context.target }),
  on: {
    'reset.edit': { guard: 'changesErrors', actions: { type: 'setEdit', params: ({ event }) => event } },
  },
  initial: 'filling',
  states: {
    filling: {
      on: {
        'reset.submit': [
          {
            guard: 'isEntryValid',
            target: 'resetting',
            actions: { type: 'setEntry', params: ({ event }) => event },
          },
          { actions: { type: 'setProblems', params: ({ event }) => event } },
        ],
      },
    },
    resetting: {
      description: 'Ignores further submits while a request is in flight.',
      exit: 'clearSecrets',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context: { by, target, codeRef, passwordRef } }) => ({
          by,
          target,
          codeRef: codeRef ?? '',
          passwordRef: passwordRef ?? '',
        }),
        onDone: 'changed',
        onError: { target: 'filling', actions: 'setFailure' },
      },
    },
    changed: { type: 'final' },
  },
});

export const wirePasswordReset = (ports: PasswordResetPorts): typeof passwordResetMachine =>
  wire(passwordResetMachine, ports, { verification: wire(verificationMachine, ports) });
