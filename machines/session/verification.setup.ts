import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { CodeSending, VerificationContext, VerificationEvent, VerificationInput } from './verification.types.ts';

type Given = { readonly context: VerificationContext };

export type CodeErrand = VerificationInput & { readonly target: string };

export const errandOf = ({ context: { channel, purpose, target } }: Given): CodeErrand => ({
  channel,
  purpose,
  target: target ?? '',
});

export const pauseOf = ({ context }: Given) => ({ until: context.resendAt });

export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }): Failure =>
  toFailure(event.error);

export const verificationSetup = setup({
  types: {
    context: {} as VerificationContext,
    events: {} as VerificationEvent,
    input: {} as VerificationInput,
  },
  actors: {
    sendCode: portStub<CodeSending, CodeErrand>('sendCode'),
    coolDown: portStub<void, { readonly until: number }>('coolDown'),
  },
  guards: {
    isOtherTarget: ({ context, event }) => event.type === 'code.send' && event.target !== context.target,
  },
  actions: {
    keepTarget: assign((_, { target }: { readonly target: string }) => ({ target, failure: null })),
    keepSending: assign(({ context }, { resendAt, refusal }: CodeSending) => ({
      resendAt,
      failure: refusal,
      sentTo: refusal ? context.sentTo : context.target,
    })),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
  },
});
