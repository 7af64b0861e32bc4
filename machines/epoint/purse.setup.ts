import { sendParent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { PurseEvent, PurseReport } from './purse.types.ts';

export const purseSetup = setup({
  types: { events: {} as PurseEvent },
  actors: { loadCoinBalance: portStub<number, Record<string, never>>('loadCoinBalance') },
  actions: {
    tell: sendParent(
      (_, { balance }: { readonly balance: number | null }): PurseReport => ({ type: 'purse.changed', balance }),
    ),
  },
});
