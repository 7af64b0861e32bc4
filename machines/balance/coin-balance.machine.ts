import { sendParent, setup } from 'xstate';
import { type Port, ports } from '../kernel/port.ts';

export type CoinBalanceEvent = { readonly type: 'coinBalance.refresh' };

/** `balance`: E Points; null when it could not be loaded. */
export type CoinBalanceReport = { readonly type: 'coinBalance.changed'; readonly balance: number | null };

export type CoinBalancePorts = {
  /** `/api/operate/coinBalance`, in E Points. */
  loadCoinBalance: Port<number>;
};

export const coinBalanceMachine = setup({
  types: { events: {} as CoinBalanceEvent },
  actors: ports<CoinBalancePorts>({ loadCoinBalance: 'port' }),
  actions: {
    reportBalance: sendParent(
      (_, params: Pick<CoinBalanceReport, 'balance'>): CoinBalanceReport => ({
        type: 'coinBalance.changed',
        ...params,
      }),
    ),
  },
}).createMachine({
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
