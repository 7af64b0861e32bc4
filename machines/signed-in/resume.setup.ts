import { assign, sendParent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { Account } from '../session/session.types.ts';
import type { ResumeContext, ResumeInput, ResumeReport, ResumeState } from './resume.types.ts';
import { EMPTY_RESUME_STATE } from './signed-in.orders.ts';

export const resumeSetup = setup({
  types: {
    context: {} as ResumeContext,
    input: {} as ResumeInput,
  },
  actors: {
    loadResumeState: portStub<ResumeState, { readonly account: Account }>('signedIn.loadResumeState'),
    loadUnpaidOrders: portStub<readonly OrderRecord[], Record<string, never>>('signedIn.loadUnpaidOrders'),
  },
  guards: { isFirstFailure: ({ context }) => !context.unpaidFailed },
  actions: {
    setUnpaidFailed: assign({ unpaidFailed: true }),
    reportUnpaidFailed: sendParent((): ResumeReport => ({ type: 'unpaid.failed' })),
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
  delays: { retryDelay: 30_000 },
});
