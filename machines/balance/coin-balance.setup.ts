import { sendParent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { CoinBalanceEvent, CoinBalanceReport } from './coin-balance.types.ts';

export const coinBalanceSetup = setup({
  types: { events: {} as CoinBalanceEvent },
  actors: { loadCoinBalance: portStub<number, Record<string, never>>('loadCoinBalance') },
  actions: {
    reportBalance: sendParent(
      (_, { balance }: { readonly balance: number | null }): CoinBalanceReport => ({
        type: 'coinBalance.changed',
        balance,
      }),
    ),
  },
});
