import { assign, setup } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import { haveProblemsChanged, isValid } from './entry.problems.ts';
import type { CodeSending, VerificationContext, VerificationEvent, VerificationInput } from './verification.types.ts';

type ContextArgs = { readonly context: VerificationContext };

export type CodeRequest = VerificationInput & { readonly target: string };

export const toRequest = ({ context: { channel, purpose, target } }: ContextArgs): CodeRequest => ({
  channel,
  purpose,
  target: target ?? '',
});

export const pauseOf = ({ context }: ContextArgs) => ({ until: context.resendAt });

export const blankVerification = (input: VerificationInput): VerificationContext => ({
  ...input,
  target: null,
  sentTo: null,
  validMinutes: null,
  resendAt: 0,
  failure: null,
  problems: null,
});

const isFailureStale = (context: VerificationContext, target: string): boolean =>
  context.failure !== null && context.target !== target;

export const verificationSetup = setup({
  types: {
    context: {} as VerificationContext,
    events: {} as VerificationEvent,
    input: {} as VerificationInput,
  },
  actors: {
    sendCode: portStub<CodeSending, CodeRequest>('sendCode'),
    coolDown: portStub<void, { readonly until: number }>('coolDown'),
  },
  guards: {
    isTargetValid: ({ event }) => event.type === 'code.send' && isValid(event.problems),
    isTargetWrong: ({ event }) => event.type === 'code.send' && !isValid(event.problems),
    isOtherTarget: ({ context, event }) => event.type === 'code.send' && event.target !== context.target,
    changesErrors: ({ context, event }) =>
      event.type === 'target.edit' &&
      (haveProblemsChanged(context.problems, event.problems) || isFailureStale(context, event.target)),
  },
  actions: {
    setTarget: assign((_, { target, problems }: VerificationEvent) => ({ target, problems, failure: null })),
    setProblems: assign((_, { problems }: VerificationEvent) => ({ problems })),
    setEdit: assign(({ context }, { target, problems }: VerificationEvent) => ({
      problems: context.problems && problems,
      failure: isFailureStale(context, target) ? null : context.failure,
    })),
    setCodeSent: assign(({ context }, { resendAt, validMinutes, refusal }: CodeSending) => ({
      resendAt,
      failure: refusal,
      ...(refusal === null && { sentTo: context.target, validMinutes }),
    })),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
  },
});
