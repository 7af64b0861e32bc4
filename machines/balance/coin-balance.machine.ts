import { coinBalanceSetup } from './coin-balance.setup.ts';

export const coinBalanceMachine = coinBalanceSetup.createMachine({
  id: 'coinBalance',
  options: { maxIterations: 1_000 },
  description:
    'Spendable E Points, loaded when the order flow needs them. Unlike `balance`, an old number never stays.',
  initial: 'idle',
  states: {
    idle: { on: { 'coinBalance.refresh': 'loading' } },
    loading: {
      invoke: {
        id: 'loadCoinBalance',
        src: 'loadCoinBalance',
        input: {},
        onDone: {
          target: 'idle',
          actions: { type: 'reportBalance', params: ({ event }) => ({ balance: event.output }) },
        },
        onError: { target: 'idle', actions: { type: 'reportBalance', params: { balance: null } } },
      },
      on: { 'coinBalance.refresh': { target: 'loading', reenter: true } },
    },
  },
});
