import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { toFailure } from '../kernel/failure.ts';
import { listenerStub, portStub } from '../kernel/port.ts';
import type { OrderTicket } from '../order/order.types.ts';
import { isOutcomeUnknown } from './ordering.failures.ts';
import type {
  OrderIntent,
  OrderingContext,
  OrderingEvent,
  OrderingInput,
  OrderingReport,
  WindowOrder,
} from './ordering.types.ts';

type Confirmed = { readonly intent: OrderIntent };
type Held = { readonly windowRef: string | null };

const BACK_OFF_MS = [1_000, 3_000, 9_000] as const;
const LONGEST_WAIT_MS = 30_000;

export const toConfirmed = ({ context: { intent } }: { context: OrderingContext }): Confirmed => ({ intent });

export const toHeld = ({ context: { windowRef } }: { context: OrderingContext }): Held => ({ windowRef });

export const orderingSetup = setup({
  types: { context: {} as OrderingContext, events: {} as OrderingEvent, input: {} as OrderingInput },
  actors: {
    saveIntent: portStub<void, Confirmed>('saveIntent'),
    createOrder: portStub<OrderTicket, Confirmed>('createOrder'),
    lookUpOrder: portStub<OrderTicket | null, Confirmed>('lookUpOrder'),
    heldWindow: listenerStub<WindowOrder, Held>(),
  },
  delays: {
    backOff: ({ context: { attempts, failure } }) =>
      Math.max(BACK_OFF_MS[attempts] ?? 0, Math.min(failure?.retryAfterMs ?? 0, LONGEST_WAIT_MS)),
  },
  guards: {
    isResumed: ({ context }) => context.resumed,
    isOutcomeUnknown: (_, { error }: { error: unknown }) => isOutcomeUnknown(toFailure(error)),
    isRecipientNeeded: (_, { error }: { error: unknown }) => toFailure(error).reason === 'recipientNeeded',
    isFound: (_, { ticket }: { ticket: OrderTicket | null }) => ticket !== null,
    isGivenUp: ({ context }) => context.attempts >= BACK_OFF_MS.length,
  },
  actions: {
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    keepTicket: assign(({ context: { intent } }, { ticket }: { ticket: OrderTicket | null }) => ({
      ticket: ticket && { ...ticket, choices: ticket.choices ?? intent.choices },
    })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    resetAttempts: assign({ attempts: 0 }),
    tellDoubted: sendParent({ type: 'ordering.doubted' } satisfies OrderingReport),
    reportRolesMissing: sendParent({ type: 'ordering.rolesMissing' } satisfies OrderingReport),
    tellPaused: sendParent({ type: 'ordering.paused' } satisfies OrderingReport),
    handWindowOver: sendTo('heldWindow', { type: 'window.handOver' } satisfies WindowOrder),
    tellMade: enqueueActions(({ context: { ticket }, enqueue }) => {
      if (ticket) enqueue.sendParent({ type: 'ordering.made', ticket } satisfies OrderingReport);
    }),
    tellRefused: enqueueActions(({ context: { failure }, enqueue }) => {
      if (failure) enqueue.sendParent({ type: 'ordering.refused', failure } satisfies OrderingReport);
    }),
  },
});
