import { assign, sendParent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { Account } from '../session/session.types.ts';
import type { RestorationContext, ResumeInput, ResumeReport, ResumeState } from './resume.types.ts';
import { EMPTY_RESUME_STATE } from './signed-in.orders.ts';

export const resumeSetup = setup({
  types: {
    context: {} as RestorationContext,
    input: {} as ResumeInput,
  },
  actors: {
    loadResumeState: portStub<ResumeState, { readonly account: Account }>('player.loadResumeState'),
    listUnpaid: portStub<readonly OrderRecord[], Record<string, never>>('player.listUnpaid'),
  },
  guards: { isFirstMiss: ({ context }) => !context.missed },
  actions: {
    setMissed: assign({ missed: true }),
    reportUnpaidMissed: sendParent((): ResumeReport => ({ type: 'unpaid.missed' })),
    reportResumeState: sendParent(
      (_, { output }: { readonly output: ResumeState }): ResumeReport => ({
        type: 'resume.loaded',
        resumeState: output,
      }),
    ),
    reportEmptyResumeState: sendParent(
      (): ResumeReport => ({ type: 'resume.loaded', resumeState: EMPTY_RESUME_STATE }),
    ),
    reportUnpaid: sendParent(
      (_, { output }: { readonly output: readonly OrderRecord[] }): ResumeReport => ({
        type: 'unpaid.found',
        records: output,
      }),
    ),
  },
  delays: { later: 30_000 },
});
