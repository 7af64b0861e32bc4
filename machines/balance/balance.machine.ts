import { balanceSetup, failureOf, toBalanceRequest } from './balance.setup.ts';

export const balanceMachine = balanceSetup.createMachine({
  id: 'balance',
  options: { maxIterations: 1_000 },
  description: 'E Points of the account, for the header and the wallet. A failed load keeps the last number.',
  context: ({ input }) => ({ gameAccountId: input.gameAccountId, balance: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadBalance',
        src: 'loadBalance',
        input: toBalanceRequest,
        onDone: { target: 'ready', actions: { type: 'setBalance', params: ({ event }) => event.output } },
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
