import { failureOf } from '../kernel/failure.ts';
import { blankVerification, pauseOf, toRequest, verificationSetup } from './verification.setup.ts';

export const verificationMachine = verificationSetup.createMachine({
  id: 'verification',
  options: { maxIterations: 1_000 },
  context: ({ input }) => blankVerification(input),
  on: {
    'target.edit': { guard: 'changesErrors', actions: { type: 'setEdit', params: ({ event }) => event } },
  },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'code.send': [
          {
            guard: 'isTargetValid',
            target: 'sending',
            actions: { type: 'setTarget', params: ({ event }) => event },
          },
          { actions: { type: 'setProblems', params: ({ event }) => event } },
        ],
      },
    },
    sending: {
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: toRequest,
        onDone: { target: 'coolingDown', actions: { type: 'setCodeSent', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: { type: 'setFailure', params: failureOf } },
      },
    },
    coolingDown: {
      description: 'Only another target can get a code before the cooldown ends.',
      invoke: { id: 'coolDown', src: 'coolDown', input: pauseOf, onDone: 'idle', onError: 'idle' },
      on: {
        'code.send': [
          { guard: 'isTargetWrong', actions: { type: 'setProblems', params: ({ event }) => event } },
          {
            guard: 'isOtherTarget',
            target: 'sending',
            actions: { type: 'setTarget', params: ({ event }) => event },
          },
        ],
      },
    },
  },
});
