import { assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/failure.ts';
import { type Port, ports } from '../kernel/port.ts';

/** E Points. `total` is basic + present. */
type Balance = { readonly basic: number; readonly present: number; readonly total: number };

type BalanceContext = BalanceInput & {
  /** The last balance that was loaded; null before the first one. */
  readonly balance: Balance | null;
  readonly failure: Failure | null;
};

type BalanceInput = { readonly gameAccountId: string };

type BalanceEvent = { readonly type: 'balance.refresh' };

export type BalanceReport = { readonly type: 'balance.failed'; readonly failure: Failure };

export type BalancePorts = {
  /** `/api/epoint/balance`. The game account id is sent as `userId`. */
  loadBalance: Port<Balance, BalanceInput>;
};

export const balanceMachine = setup({
  types: { context: {} as BalanceContext, events: {} as BalanceEvent, input: {} as BalanceInput },
  actors: ports<BalancePorts>({ loadBalance: 'port' }),
  actions: {
    setBalance: assign({ balance: (_, balance: Balance) => balance, failure: null }),
    setFailure: assign({ failure: failureOf }),
    reportFailed: sendParent((args): BalanceReport => ({ type: 'balance.failed', failure: failureOf(args) })),
  },
}).createMachine({
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
        input: ({ context: { gameAccountId } }) => ({ gameAccountId }),
        onDone: { target: 'ready', actions: { type: 'setBalance', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: ['setFailure', 'reportFailed'] },
      },
      on: { 'balance.refresh': { target: 'loading', reenter: true } },
    },
    ready: { on: { 'balance.refresh': 'loading' } },
    failed: { on: { 'balance.refresh': 'loading' } },
  },
});
