import { accountOf, balanceSetup, failureOf } from './balance.setup.ts';

export const balanceMachine = balanceSetup.createMachine({
  id: 'balance',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ gameAccountId: input.gameAccountId, balance: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadBalance',
        src: 'loadBalance',
        input: accountOf,
        onDone: { target: 'ready', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setFailure', params: failureOf },
            { type: 'reportFailed', params: failureOf },
          ],
        },
      },
      on: { 'balance.refresh': { target: 'loading', reenter: true } },
    },
    ready: { on: { 'balance.refresh': 'loading' } },
    failed: { on: { 'balance.refresh': 'loading' } },
  },
});
