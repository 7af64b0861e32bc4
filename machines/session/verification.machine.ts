import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/failure.ts';
import { type Port, ports } from '../kernel/port.ts';
import type { CodeChannel } from './contact.rules.ts';
import { haveProblemsChanged, isValid } from './entry.problems.ts';
import type { TargetProblems } from './recovery.validation.ts';

type CodePurpose = 'login' | 'reset';

export type VerificationInput = { readonly channel: CodeChannel; readonly purpose: CodePurpose };

/** `resendAt`: epoch ms of the server. `validMinutes`: null if the API does not say. `refusal`: none was sent, the last is too recent. */
type CodeSending = {
  readonly resendAt: number;
  readonly validMinutes: number | null;
  readonly refusal: Failure | null;
};

type VerificationContext = VerificationInput & {
  /** An e-mail address, or a phone number in E.164. */
  readonly target: string | null;
  /** The target of the last code that was sent. */
  readonly sentTo: string | null;
  /** How long the last code is valid; null if the API does not say. */
  readonly validMinutes: number | null;
  /** Epoch ms of the server at which the next code can be requested. */
  readonly resendAt: number;
  readonly failure: Failure | null;
  /** Null until a request was validated. */
  readonly problems: TargetProblems | null;
};

/** `problems`: the validation result. */
type ValidatedTarget = { readonly target: string; readonly problems: TargetProblems };

export type VerificationEvent = ValidatedTarget & { readonly type: 'code.send' | 'target.edit' };

type CodeRequest = VerificationInput & { readonly target: string };

export type VerificationPorts = {
  /**
   * `/api/user/email/code/send` or `/api/user/phone/code/send`. Rejects with a `Failure` (`accountNotFoundEmail`, `accountNotFoundMobile`);
   * a request that is too early resolves with the refusal and the time of the next attempt.
   */
  sendCode: Port<CodeSending, CodeRequest>;
  /** Resolves when the server's clock has reached `until` (epoch ms). */
  coolDown: Port<void, { readonly until: number }>;
};

const isFailureStale = (context: VerificationContext, target: string): boolean =>
  context.failure !== null && context.target !== target;

export const verificationMachine = setup({
  types: {
    context: {} as VerificationContext,
    events: {} as VerificationEvent,
    input: {} as VerificationInput,
  },
  actors: ports<VerificationPorts>({ sendCode: 'port', coolDown: 'port' }),
  guards: {
    isTargetValid: ({ event }) => event.type === 'code.send' && isValid(event.problems),
    isTargetWrong: ({ event }) => event.type === 'code.send' && !isValid(event.problems),
    isOtherTarget: ({ context, event }) => event.type === 'code.send' && event.target !== context.target,
    changesErrors: ({ context, event }) =>
      event.type === 'target.edit' &&
      (haveProblemsChanged(context.problems, event.problems) || isFailureStale(context, event.target)),
  },
  actions: {
    setTarget: assign(({ event: { target, problems } }) => ({ target, problems, failure: null })),
    setProblems: assign(({ event: { problems } }) => ({ problems })),
    setEdit: assign(({ context, event: { target, problems } }) => ({
      problems: context.problems && problems,
      failure: isFailureStale(context, target) ? null : context.failure,
    })),
    setCodeSent: assign(({ context }, { resendAt, validMinutes, refusal }: CodeSending) => ({
      resendAt,
      failure: refusal,
      ...(refusal === null && { sentTo: context.target, validMinutes }),
    })),
    setFailure: assign({ failure: failureOf }),
  },
}).createMachine({
  id: 'verification',
  options: { maxIterations: 1_000 },
  context: ({ input: { channel, purpose } }) => ({
    channel,
    purpose,
    target: null,
    sentTo: null,
    validMinutes: null,
    resendAt: 0,
    failure: null,
    problems: null,
  }),
  on: {
    'target.edit': { guard: 'changesErrors', actions: 'setEdit' },
  },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'code.send': [{ guard: 'isTargetValid', target: 'sending', actions: 'setTarget' }, { actions: 'setProblems' }],
      },
    },
    sending: {
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { channel, purpose, target } }) => ({ channel, purpose, target: target ?? '' }),
        onDone: { target: 'coolingDown', actions: { type: 'setCodeSent', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: 'setFailure' },
      },
    },
    coolingDown: {
      description: 'Only another target can get a code before the cooldown ends.',
      invoke: {
        id: 'coolDown',
        src: 'coolDown',
        input: ({ context: { resendAt } }) => ({ until: resendAt }),
        onDone: 'idle',
        onError: 'idle',
      },
      on: {
        'code.send': [
          { guard: 'isTargetWrong', actions: 'setProblems' },
          { guard: 'isOtherTarget', target: 'sending', actions: 'setTarget' },
        ],
      },
    },
  },
});
