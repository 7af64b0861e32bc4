import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { Account } from '../session/session.types.ts';
import type { ResumeContext, ResumeEvent, ResumeInput, ResumeReport, ResumeState } from './resume.types.ts';
import { EMPTY_RESUME_STATE } from './signed-in.orders.ts';

const WATCH_MS = [10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000] as const;

export const resumeSetup = setup({
  types: {
    context: {} as ResumeContext,
    events: {} as ResumeEvent,
    input: {} as ResumeInput,
  },
  actors: {
    loadResumeState: portStub<ResumeState, { readonly account: Account }>('signedIn.loadResumeState'),
    loadUnpaidOrders: portStub<readonly OrderRecord[], Record<string, never>>('signedIn.loadUnpaidOrders'),
  },
  guards: {
    isFirstFailure: ({ context }) => !context.unpaidFailed,
    isWatching: ({ context }) => context.looksLeft > 0,
  },
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
    reportUnpaid: enqueueActions(({ enqueue }, { output }: { readonly output: readonly OrderRecord[] }) => {
      enqueue.assign({ knownIds: output.map(({ paymentId }) => paymentId) });
      enqueue.sendParent({ type: 'unpaid.found', records: output } satisfies ResumeReport);
    }),
    startWatch: assign({ looksLeft: WATCH_MS.length }),
    countLook: assign({ looksLeft: ({ context }) => context.looksLeft - 1 }),
    reportNewUnpaid: enqueueActions(
      ({ context: { knownIds }, enqueue }, { output }: { readonly output: readonly OrderRecord[] }) => {
        const records = output.filter(({ paymentId }) => !knownIds.includes(paymentId));
        if (!records.length) return;
        enqueue.assign({ knownIds: [...knownIds, ...records.map(({ paymentId }) => paymentId)] });
        enqueue.sendParent({ type: 'unpaid.found', records } satisfies ResumeReport);
      },
    ),
  },
  delays: {
    retryDelay: 30_000,
    watchPause: ({ context: { looksLeft } }) => WATCH_MS[WATCH_MS.length - looksLeft] ?? 0,
  },
});
