import { assign, sendParent, setup } from 'xstate';
import { type Failure, toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { Balance, BalanceContext, BalanceEvent, BalanceInput, BalanceReport } from './balance.types.ts';

export const toBalanceRequest = ({ context }: { readonly context: BalanceContext }) => ({
  gameAccountId: context.gameAccountId,
});

export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }): Failure =>
  toFailure(event.error);

export const balanceSetup = setup({
  types: { context: {} as BalanceContext, events: {} as BalanceEvent, input: {} as BalanceInput },
  actors: { loadBalance: portStub<Balance, BalanceInput>('loadBalance') },
  actions: {
    setBalance: assign({ balance: (_, balance: Balance) => balance, failure: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    reportFailed: sendParent((_, failure: Failure): BalanceReport => ({ type: 'balance.failed', failure })),
  },
});
