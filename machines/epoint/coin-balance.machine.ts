import { coinBalanceSetup } from './coin-balance.setup.ts';

export const coinBalanceMachine = coinBalanceSetup.createMachine({
  id: 'coinBalance',
  options: { maxIterations: 1_000 },
  description: 'The E Point balance of the order flow, read again whenever the player comes near to paying.',
  initial: 'resting',
  states: {
    resting: { on: { 'coinBalance.refresh': 'reading' } },
    reading: {
      invoke: {
        id: 'loadCoinBalance',
        src: 'loadCoinBalance',
        input: {},
        onDone: { target: 'resting', actions: { type: 'tell', params: ({ event }) => ({ balance: event.output }) } },
        onError: { target: 'resting', actions: { type: 'tell', params: { balance: null } } },
      },
      on: { 'coinBalance.refresh': { target: 'reading', reenter: true } },
    },
  },
});
