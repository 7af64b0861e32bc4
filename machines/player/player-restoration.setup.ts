import { assign, sendParent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { Account } from '../session/session.types.ts';
import { EMPTY_WORK } from './player.orders.ts';
import type { Work } from './player.types.ts';
import type { RestorationContext, RestorationInput, RestorationReport } from './player-restoration.types.ts';

export const restorationSetup = setup({
  types: {
    context: {} as RestorationContext,
    input: {} as RestorationInput,
  },
  actors: {
    restoreWork: portStub<Work, { readonly account: Account }>('player.restoreWork'),
    listUnpaid: portStub<readonly OrderRecord[], Record<string, never>>('player.listUnpaid'),
  },
  guards: { isFirstMiss: ({ context }) => !context.missed },
  actions: {
    keepMiss: assign({ missed: true }),
    tellMiss: sendParent((): RestorationReport => ({ type: 'unpaid.missed' })),
    tellWork: sendParent(
      (_, { output }: { readonly output: Work }): RestorationReport => ({ type: 'work.restored', work: output }),
    ),
    tellNoWork: sendParent((): RestorationReport => ({ type: 'work.restored', work: EMPTY_WORK })),
    tellUnpaid: sendParent(
      (_, { output }: { readonly output: readonly OrderRecord[] }): RestorationReport => ({
        type: 'unpaid.found',
        records: output,
      }),
    ),
  },
  delays: { later: 30_000 },
});
