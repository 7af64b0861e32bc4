import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { EpointRechargeInput } from '../epoint-recharge/epoint-recharge.types.ts';
import { type Port, ports } from '../kernel/port.ts';
import type { OrderRecord, OrderTicket } from '../order/order.types.ts';
import type { RechargeInput } from '../recharge/recharge.types.ts';
import type { Account } from '../session/session.types.ts';

/** What a browser stored about drafts, intents and orders. */
export type ResumeState = Omit<RechargeInput, 'order'> & {
  /** The draft and the unresolved intent of the E Point recharge. */
  readonly epointRecharge: Omit<EpointRechargeInput, 'order'>;
  /** Orders of this browser that were not final when the page was closed. */
  readonly tickets: readonly {
    readonly ticket: OrderTicket;
    readonly deferred: boolean;
    /** E Points were being taken for it when the page was closed. */
    readonly spending?: boolean;
  }[];
};

export const EMPTY_RESUME_STATE: ResumeState = {
  draft: null,
  memory: null,
  intent: null,
  epointRecharge: { draft: null, intent: null },
  tickets: [],
};

export type ResumePorts = {
  /** Reads what this browser stored for the account. Never rejects; ignores values that do not match their schema. */
  loadResumeState: Port<ResumeState, { readonly account: Account }>;
  /** `/api/order/record` with status 1. */
  loadUnpaidOrders: Port<readonly OrderRecord[]>;
};

export type ResumeInput = { readonly account: Account };

type ResumeContext = ResumeInput & {
  readonly unpaidFailed: boolean;
  /** Unpaid orders that were reported. */
  readonly knownIds: readonly string[];
  /** How often the unpaid orders are still loaded again for an order that may appear. */
  readonly looksLeft: number;
};

/** The player no longer waits for an order that may still appear. */
export type ResumeEvent = { readonly type: 'unpaid.watch' };

/** Reports the resume state of this browser first, then the unpaid orders of the server. */
export type ResumeReport =
  | { readonly type: 'resume.loaded'; readonly resumeState: ResumeState }
  | { readonly type: 'unpaid.found'; readonly records: readonly OrderRecord[] }
  | { readonly type: 'unpaid.failed' };

const WATCH_MS = [10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000] as const;

export const resumeMachine = setup({
  types: {
    context: {} as ResumeContext,
    events: {} as ResumeEvent,
    input: {} as ResumeInput,
  },
  actors: ports<ResumePorts>({ loadResumeState: 'port', loadUnpaidOrders: 'port' }),
  guards: {
    isFirstFailure: ({ context }) => !context.unpaidFailed,
    isWatching: ({ context }) => context.looksLeft > 0,
  },
  actions: {
    setUnpaidFailed: assign({ unpaidFailed: true }),
    reportUnpaidFailed: sendParent((): ResumeReport => ({ type: 'unpaid.failed' })),
    reportResumeState: sendParent(
      (_, resumeState: ResumeState): ResumeReport => ({ type: 'resume.loaded', resumeState }),
    ),
    reportEmptyResumeState: sendParent(
      (): ResumeReport => ({ type: 'resume.loaded', resumeState: EMPTY_RESUME_STATE }),
    ),
    reportUnpaid: enqueueActions(({ enqueue }, records: readonly OrderRecord[]) => {
      enqueue.assign({ knownIds: records.map(({ paymentId }) => paymentId) });
      enqueue.sendParent({ type: 'unpaid.found', records } satisfies ResumeReport);
    }),
    startWatch: assign({ looksLeft: WATCH_MS.length }),
    countLook: assign({ looksLeft: ({ context }) => context.looksLeft - 1 }),
    reportNewUnpaid: enqueueActions(({ context: { knownIds }, enqueue }, unpaid: readonly OrderRecord[]) => {
      const records = unpaid.filter(({ paymentId }) => !knownIds.includes(paymentId));
      if (!records.length) return;
      enqueue.assign({ knownIds: [...knownIds, ...records.map(({ paymentId }) => paymentId)] });
      enqueue.sendParent({ type: 'unpaid.found', records } satisfies ResumeReport);
    }),
  },
  delays: {
    retryDelay: 30_000,
    watchPause: ({ context: { looksLeft } }) => WATCH_MS[WATCH_MS.length - looksLeft] ?? 0,
  },
}).createMachine({
  id: 'resume',
  options: { maxIterations: 1_000 },
  context: ({ input: { account } }) => ({ account, unpaidFailed: false, knownIds: [], looksLeft: 0 }),
  on: { 'unpaid.watch': { actions: 'startWatch' } },
  initial: 'loadingState',
  states: {
    loadingState: {
      invoke: {
        id: 'loadResumeState',
        src: 'loadResumeState',
        input: ({ context: { account } }) => ({ account }),
        onDone: {
          target: 'loadingOrders',
          actions: { type: 'reportResumeState', params: ({ event }) => event.output },
        },
        onError: { target: 'loadingOrders', actions: 'reportEmptyResumeState' },
      },
    },
    loadingOrders: {
      invoke: {
        id: 'loadUnpaidOrders',
        src: 'loadUnpaidOrders',
        input: {},
        onDone: { target: 'done', actions: { type: 'reportUnpaid', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isFirstFailure', target: 'backingOff', actions: ['setUnpaidFailed', 'reportUnpaidFailed'] },
          { target: 'backingOff' },
        ],
      },
    },
    backingOff: {
      description: 'Loads the unpaid orders of other devices again later. Only the first failure is reported.',
      after: { retryDelay: 'loadingOrders' },
    },
    done: { always: { guard: 'isWatching', target: 'watching' } },
    watching: {
      description: 'An order that the player no longer waits for may still appear: it must be shown then.',
      after: { watchPause: 'loadingAgain' },
    },
    loadingAgain: {
      entry: 'countLook',
      invoke: {
        id: 'loadUnpaidAgain',
        src: 'loadUnpaidOrders',
        input: {},
        onDone: { target: 'done', actions: { type: 'reportNewUnpaid', params: ({ event }) => event.output } },
        onError: 'done',
      },
    },
  },
});
