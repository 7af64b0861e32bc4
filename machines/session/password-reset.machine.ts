import { failureOf } from '../kernel/failure.ts';
import { passwordResetSetup, toRequest, verificationInput } from './password-reset.setup.ts';

export const passwordResetMachine = passwordResetSetup.createMachine({
  id: 'passwordReset',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ ...input, target: '', codeRef: null, passwordRef: null, failure: null, problems: null }),
  invoke: { id: 'verification', src: 'verification', input: verificationInput, onError: {} },
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
        input: toRequest,
        onDone: 'changed',
        onError: { target: 'filling', actions: { type: 'setFailure', params: failureOf } },
      },
    },
    changed: { type: 'final' },
  },
});
