import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failure, toFailure } from '../kernel/failure.ts';
import { listenerStub, portStub } from '../kernel/port.ts';
import { isOutcomeUnknown, isRefusedByApi } from '../order/order.failures.ts';
import type { OrderTicket } from '../order/order.types.ts';
import type {
  OrderIntent,
  SubmitOrderContext,
  SubmitOrderEvent,
  SubmitOrderInput,
  SubmitOrderReport,
  WindowEvent,
} from './submit-order.types.ts';

type IntentInput = { readonly intent: OrderIntent };
type WindowInput = { readonly windowRef: string | null };

const BACK_OFF_MS = [1_000, 3_000, 9_000] as const;
const LONGEST_WAIT_MS = 30_000;

/** The pause between lookups while the player decides; it doubles up to the longest one. */
const WATCH_MS = 15_000;
const LONGEST_WATCH_MS = 300_000;

/** Nothing was sent, because the cached role list is missing or lacks the role. */
const isUnsent = ({ reason, code }: Failure): boolean =>
  code < 0 && (reason === 'recipientNeeded' || reason === 'roleGone');

/** The port found no order, and the confirmation is too old to be sent again. */
const isNotPlaced = ({ reason, code }: Failure): boolean => code < 0 && reason === 'orderNumberWrong';

/** The failure that the player sees when no order was placed in time. */
const TIMEOUT_FAILURE: Failure = failure('timedOut');

export const toIntent = ({ context: { intent } }: { context: SubmitOrderContext }): IntentInput => ({ intent });

export const toWindow = ({ context: { windowRef } }: { context: SubmitOrderContext }): WindowInput => ({ windowRef });

export const submitOrderSetup = setup({
  types: { context: {} as SubmitOrderContext, events: {} as SubmitOrderEvent, input: {} as SubmitOrderInput },
  actors: {
    saveIntent: portStub<void, IntentInput>('saveIntent'),
    createOrder: portStub<OrderTicket, IntentInput>('createOrder'),
    lookUpOrder: portStub<OrderTicket | null, IntentInput>('lookUpOrder'),
    reservedWindow: listenerStub<WindowEvent, WindowInput>(),
    wakeUps: listenerStub<never, Record<string, never>>(),
  },
  delays: {
    backOff: ({ context: { attempts, failure: last } }) =>
      Math.max(BACK_OFF_MS[attempts] ?? 0, Math.min(last?.retryAfterMs ?? 0, LONGEST_WAIT_MS)),
    watchPause: ({ context: { attempts } }) =>
      Math.min(WATCH_MS * 2 ** Math.max(0, attempts - BACK_OFF_MS.length), LONGEST_WATCH_MS),
  },
  guards: {
    isResumed: ({ context }) => context.resumed,
    isOutcomeUnknown: (_, { error }: { error: unknown }) => isOutcomeUnknown(toFailure(error)),
    isUnsent: (_, { error }: { error: unknown }) => isUnsent(toFailure(error)),
    isRefusedByApi: (_, { error }: { error: unknown }) => isRefusedByApi(toFailure(error)),
    isStillProcessing: (_, { error }: { error: unknown }) => toFailure(error).reason === 'stillProcessing',
    isPriceChanged: (_, { error }: { error: unknown }) => toFailure(error).reason === 'priceChanged',
    isNotPlaced: (_, { error }: { error: unknown }) => isNotPlaced(toFailure(error)),
    isFound: (_, { ticket }: { ticket: OrderTicket | null }) => ticket !== null,
    isOutOfAttempts: ({ context }) => context.attempts >= BACK_OFF_MS.length,
  },
  actions: {
    /** A message of the server stays until the next one. */
    setFailure: assign(({ context }, { error }: { error: unknown }) => {
      const failed = toFailure(error);
      return { failure: { ...failed, msg: failed.msg ?? context.failure?.msg ?? null } };
    }),
    setTimeoutFailure: assign({ failure: TIMEOUT_FAILURE }),
    setTicket: assign(({ context: { intent } }, { ticket }: { ticket: OrderTicket | null }) => ({
      ticket: ticket && { ...ticket, choices: ticket.choices ?? intent.choices },
    })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    resetAttempts: assign({ attempts: 0 }),
    reportUncertain: sendParent({ type: 'order.uncertain' } satisfies SubmitOrderReport),
    reportRolesMissing: sendParent({ type: 'order.rolesMissing' } satisfies SubmitOrderReport),
    reportWaiting: sendParent(
      ({ context: { failure: last } }): SubmitOrderReport => ({ type: 'order.waiting', failure: last }),
    ),
    releaseWindow: sendTo('reservedWindow', { type: 'window.release' } satisfies WindowEvent),
    reportPlaced: enqueueActions(({ context: { ticket }, enqueue }) => {
      if (ticket) enqueue.sendParent({ type: 'order.placed', ticket } satisfies SubmitOrderReport);
    }),
    reportRefused: enqueueActions(({ context, enqueue }) => {
      const { failure: refusal } = context;
      if (refusal) enqueue.sendParent({ type: 'order.refused', failure: refusal } satisfies SubmitOrderReport);
    }),
  },
});
