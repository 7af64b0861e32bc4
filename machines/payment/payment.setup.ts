import {
  type AnyStateMachine,
  assertEvent,
  assign,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
  stopChild,
} from 'xstate';
import { failure, failureOf } from '../kernel/failure.ts';
import { type PortsOf, ports, wire } from '../kernel/port.ts';
import { METHOD_KINDS, type MethodKind } from '../order/order.methods.ts';
import { choicesToRepeat } from '../order/order.purchase.ts';
import { hasLapsed, isFinal, phaseOf } from '../order/order.status.ts';
import type { OrderObservation } from '../order/order.types.ts';
import type { MethodEvent } from './method.types.ts';
import { foundPageEvent, isScheduled, mergeObservation, methodInput, statusOf } from './payment.model.ts';
import { fastPollsAfter, isFast, lateWatchLeft, nextPollDelay, reconnectDelay } from './payment.polling.ts';
import type {
  OrderPorts,
  PaymentContext,
  PaymentEvent,
  PaymentInput,
  PaymentUpdate,
  Settlement,
} from './payment.types.ts';
import { pointPaymentMachine } from './points/point-payment.machine.ts';
import { type PageFound, redirectPaymentMachine } from './redirect/redirect-payment.machine.ts';

const METHOD_MACHINES = {
  redirect: redirectPaymentMachine,
  points: pointPaymentMachine,
} satisfies Record<MethodKind, AnyStateMachine>;

type MethodMachines = typeof METHOD_MACHINES;
export type MethodPorts = {
  readonly [Kind in MethodKind]: Kind extends keyof MethodMachines ? PortsOf<MethodMachines[Kind]> : never;
};

export const wireMethods = (ports: MethodPorts): MethodMachines =>
  Object.fromEntries(
    METHOD_KINDS.map((kind) => [kind, wire<AnyStateMachine, object>(METHOD_MACHINES[kind], ports[kind], {})]),
  ) as MethodMachines;

/** Events that the regions of the chart raise for each other. */
type Signal =
  | { readonly type: 'poll.request' }
  | { readonly type: 'order.moved' }
  | { readonly type: 'order.confirmed' }
  | { readonly type: 'order.unknown' }
  | { readonly type: 'order.over' }
  | PageFound
  | { readonly type: `xstate.error.actor.method.${string}` };

type ContextArgs = { readonly context: PaymentContext };

export const orderOf = ({ context }: ContextArgs) => ({ orderId: context.ticket.orderId });
const settlementOf = ({ context }: ContextArgs): Settlement => ({
  orderId: context.ticket.orderId,
  late: context.late,
  delivered: phaseOf(statusOf(context)) === 'delivered',
});
export const deferredOf = ({ context }: ContextArgs) => ({ orderId: context.ticket.orderId, deferred: !context.shown });
/** The first read of a resumed order, and the last check that may follow it. */
const FIRST_READS = 2;

/** A resumed order that ended before the player could wait for it on this page. */
const earlierOf = ({ context: { mode, polls } }: ContextArgs) => ({
  earlier: mode !== 'created' && polls <= FIRST_READS,
});
const TIMEOUT_FAILURE = failure('timedOut', { status: 500 });

/** The id of the payment method's child actor. */
const methodOf = ({ context }: ContextArgs): `method.${MethodKind}` => `method.${context.ticket.payment.kind}`;

/** `enqueue` with the kinds as a union: XState's own type accepts one literal per call. */
type MethodQueue = {
  spawnChild(src: MethodKind, options: { readonly id: string; readonly input: ReturnType<typeof methodInput> }): void;
};

export const paymentSetup = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent | Signal,
    input: {} as PaymentInput,
    children: {} as { [Kind in keyof MethodMachines as `method.${Kind}`]: Kind },
    tags: {} as 'last-check' | 'unknown' | 'watching' | 'checking' | 'over' | 'ended',
  },
  actors: {
    ...METHOD_MACHINES,
    ...ports<OrderPorts>({
      readOrder: 'port',
      deleteOrder: 'port',
      saveDeferred: 'port',
      deadline: 'listener',
      environment: 'listener',
      peers: 'listener',
    }),
  },
  guards: {
    isPending: ({ context }) => phaseOf(statusOf(context)) === 'unpaid',
    isPaid: ({ context }) => phaseOf(statusOf(context)) === 'delivering',
    isDelivered: ({ context }) => phaseOf(statusOf(context)) === 'delivered',
    isRefunded: ({ context }) => phaseOf(statusOf(context)) === 'refunded',
    isUnsettled: ({ context }) => ['unpaid', 'lapsed'].includes(phaseOf(statusOf(context))),
    hasLapsed: ({ context }) => hasLapsed(statusOf(context)),
    hasEnded: ({ context }) => isFinal(statusOf(context)) || hasLapsed(statusOf(context)),
    canStillChange: ({ context }) => !isFinal(statusOf(context)),
    shouldPollOnStart: ({ context }) => context.mode !== 'created' && !isFinal(statusOf(context)),
    isShown: ({ context }) => context.shown,
    isPendingAndDeferred: ({ context }) => phaseOf(statusOf(context)) === 'unpaid' && !context.shown,
    isBackOnline: ({ context, event }) => event.type === 'network.changed' && event.online && !context.online,
    isOffline: ({ event }) => event.type === 'network.changed' && !event.online,
    isPastDeadline: ({ context, event }) =>
      event.type === 'peer.observed' && event.observation.observedAt >= context.deadlineAt,
    isScheduled: ({ context }) => isScheduled(context),
    isUnscheduled: ({ context }) => !isScheduled(context),
    isPollQueued: ({ context }) => context.pollQueued,
    isFailureStale: ({ context }) => context.tabReturned && context.faults > 0 && context.online,
    hasResponse: ({ context }) => context.faults === 0,
    isUnknownOrder: ({ context: { failure, record, inGracePeriod } }) =>
      failure?.reason === 'orderNumberWrong' && record === null && !inGracePeriod,
    isLatePaymentPossible: ({ context }) => context.mayBePaid && lateWatchLeft(context) > 0,
  },
  actions: {
    startMethod: enqueueActions(({ context, enqueue }) => {
      const queue = enqueue as MethodQueue;
      queue.spawnChild(context.ticket.payment.kind, { id: methodOf({ context }), input: methodInput(context) });
    }),
    stopMethod: stopChild(methodOf),
    notifyMethod: sendTo(methodOf, { type: 'method.shown' } satisfies MethodEvent),
    notifyPaid: enqueueActions(({ context, enqueue, self }) => {
      const id = methodOf({ context });
      if (self.getSnapshot().children[id]) enqueue.sendTo(id, { type: 'method.paid' } satisfies MethodEvent);
    }),
    forwardPoints: sendTo(methodOf, { type: 'points.changed' } satisfies MethodEvent),
    setPage: assign(({ context: { ticket }, event }) => {
      assertEvent(event, 'page.found');
      return { ticket: { ...ticket, payment: { kind: 'redirect' as const, payUrl: event.payUrl } } };
    }),
    forwardPage: sendTo(methodOf, ({ event }) => {
      assertEvent(event, 'page.found');
      return event;
    }),
    setOffered: assign({ mayBePaid: true }),
    setPayment: assign(({ context: { ticket }, event }) => {
      assertEvent(event, 'method.changed');
      return { ticket: { ...ticket, payment: event.payment } };
    }),
    setDeferred: assign({ shown: false, notReceived: false }),
    setShown: assign({ shown: true }),
    setCompletedPressed: assign({
      completedPressed: true,
      notReceived: false,
      fastPolls: ({ context }) => fastPollsAfter(context),
    }),
    clearCompletedPress: assign({
      completedPressed: false,
      notReceived: ({ context }) => context.completedPressed || context.notReceived,
    }),
    countPoll: assign({ polls: ({ context }) => context.polls + 1, pollQueued: false, tabReturned: false }),
    countScheduled: assign({
      scheduledPolls: ({ context }) => context.scheduledPolls + (isFast(context) ? 0 : 1),
    }),
    queuePoll: assign({ pollQueued: true }),
    setTabReturned: assign({ tabReturned: true }),
    applyResponse: enqueueActions(({ context, enqueue }, observation: OrderObservation) => {
      const { moved, changes, refused } = mergeObservation(context, observation, 'server');
      enqueue.assign({ ...changes, faults: 0, failure: null, fastPolls: Math.max(0, context.fastPolls - 1) });
      const page = foundPageEvent(context, changes);
      if (page) enqueue.raise(page);
      if (refused) enqueue.sendParent({ type: 'status.refused', ...refused } satisfies PaymentUpdate);
      if (!moved) return;
      enqueue.raise({ type: 'order.moved' });
      enqueue.sendParent({ type: 'order.observed', observation } satisfies PaymentUpdate);
    }),
    applyPeerObservation: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'peer.observed');
      const { moved, changes, refused } = mergeObservation(context, event.observation, 'peer');
      enqueue.assign(changes);
      const page = foundPageEvent(context, changes);
      if (page) enqueue.raise(page);
      if (refused) enqueue.sendParent({ type: 'status.refused', ...refused } satisfies PaymentUpdate);
      if (!moved) return;
      enqueue.raise({ type: 'order.moved' });
      enqueue.sendParent({ type: 'order.observed', observation: event.observation } satisfies PaymentUpdate);
    }),
    setFault: assign((args) => ({ faults: args.context.faults + 1, failure: failureOf(args) })),
    setTimeoutFailure: assign(({ context: { faults } }) => ({ faults: faults + 1, failure: TIMEOUT_FAILURE })),
    endGracePeriod: assign({ inGracePeriod: false }),
    resumePolling: assign({ pollingStopped: false }),
    stopPolling: assign({ pollingStopped: true }),
    setOnline: assign(({ event }) => (event.type === 'network.changed' ? { online: event.online } : {})),
    setLeading: assign({ leading: true }),
    setFollowing: assign({ leading: false }),
    requestPoll: raise({ type: 'poll.request' }),
    confirm: raise({ type: 'order.confirmed' }),
    raiseUnknown: raise({ type: 'order.unknown' }),
    conclude: raise({ type: 'order.over' }),
    reportDeferred: sendParent((args): PaymentUpdate => ({ type: 'payment.deferred', ...orderOf(args) })),
    reportShown: sendParent((args): PaymentUpdate => ({ type: 'payment.shown', ...orderOf(args) })),
    reportLapsed: sendParent(
      (args): PaymentUpdate => ({ type: 'payment.lapsed', ...orderOf(args), ...earlierOf(args) }),
    ),
    reportConcluded: sendParent((args): PaymentUpdate => ({ type: 'payment.concluded', ...settlementOf(args) })),
    reportDismissed: sendParent((args): PaymentUpdate => ({ type: 'payment.dismissed', ...orderOf(args) })),
    reportReleased: sendParent((args): PaymentUpdate => ({ type: 'payment.released', ...orderOf(args) })),
    reportSettled: sendParent((args): PaymentUpdate => ({ type: 'payment.settled', ...settlementOf(args) })),
    reportResubmitted: sendParent(
      (args): PaymentUpdate => ({
        type: 'payment.resubmitted',
        ...orderOf(args),
        choices: choicesToRepeat(args.context.ticket.choices, args.context.record),
      }),
    ),
  },
  delays: {
    pollInterval: ({ context }) => nextPollDelay(context),
    reconnectDelay: ({ context }) => reconnectDelay(context),
    latePaymentCheck: ({ context }) => lateWatchLeft(context),
    gracePeriod: 10_000,
    requestTimeout: 12_000,
    completedCooldown: 2_000,
  },
});
