import { assertEvent, assign, enqueueActions, raise, sendParent, sendTo, setup } from 'xstate';
import { pointPaymentMachine } from '../epoint/point-payment.machine.ts';
import type { PointPaymentEvent, PointPaymentInput } from '../epoint/point-payment.types.ts';
import { type Failure, toFailure } from '../kernel/failure.ts';
import { listenerStub, portStub } from '../kernel/port.ts';
import type { OrderObservation, OrderTicket } from '../order/order.types.ts';
import {
  afterFault,
  afterWindow,
  choicesOf,
  hasLapsed,
  initialContext,
  isOver,
  isScheduled,
  learn,
  SILENCE,
  statusOf,
  type WindowAnswer,
} from './payment.facts.ts';
import { HASTY_POLLS, lateWatchLeft, nextPollIn, nudgeIn } from './payment.pace.ts';
import type { PaymentContext, PaymentEvent, PaymentInput, PaymentReport } from './payment.types.ts';

/** A stored order that was put aside is offered, one that was in front goes on. */
export const pointsOf = ({ context: { ticket, mode, shown } }: Given): PointPaymentInput => ({
  orderId: ticket.orderId,
  points: ticket.points ?? 0,
  start: shown ? (mode === 'created' ? 'pay' : 'resume') : 'offer',
});

/** What the regions of the chart tell each other. */
type Signal =
  | { readonly type: 'ask.now' }
  | { readonly type: 'order.moved' }
  | { readonly type: 'order.confirmed' }
  | { readonly type: 'order.unknown' }
  | { readonly type: 'order.over' }
  | { readonly type: 'points.weigh' };

type Given = { readonly context: PaymentContext };

export const contextOf = ({ input }: { readonly input: PaymentInput }) => initialContext(input);
export const orderOf = ({ context }: Given) => ({ orderId: context.ticket.orderId });
export const questionOf = ({ context: { ticket } }: Given) => ({ kind: ticket.kind, orderId: ticket.orderId });
export const asideOf = ({ context }: Given) => ({ orderId: context.ticket.orderId, aside: !context.shown });
export const deadlineOf = ({ context }: Given) => ({ at: context.deadlineAt });
export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }) => toFailure(event.error);
export const windowOf = ({ context }: Given) => ({ windowRef: context.windowRef });
export const payUrlOf = ({ context: { ticket, windowRef } }: Given) => ({
  windowRef,
  payUrl: ticket.payUrl,
  orderId: ticket.orderId,
});

export const paymentSetup = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent | Signal,
    input: {} as PaymentInput,
    children: {} as { pointPayment: 'pointPayment' },
    tags: {} as 'opening' | 'blocked' | 'last-check' | 'unknown' | 'watched' | 'checking' | 'over',
  },
  actors: {
    openWindow: portStub<WindowAnswer, { windowRef: string | null; payUrl: string; orderId: string }>('openWindow'),
    readOrder: portStub<OrderObservation, Pick<OrderTicket, 'kind' | 'orderId'>>('readOrder'),
    forgetOrder: portStub<void, { orderId: string }>('forgetOrder'),
    rememberAside: portStub<void, { orderId: string; aside: boolean }>('rememberAside'),
    pointPayment: pointPaymentMachine,
    deadline: listenerStub<never, { at: number }>(),
    surroundings: listenerStub<never, { windowRef: string | null }>(),
    peers: listenerStub<never, { orderId: string }>(),
  },
  guards: {
    isPending: ({ context }) => statusOf(context) === 1,
    isPaid: ({ context }) => statusOf(context) === 2,
    isArrived: ({ context }) => statusOf(context) === 4,
    isRefunded: ({ context }) => statusOf(context) === 5,
    isUnsettled: ({ context }) => statusOf(context) === 1 || hasLapsed(statusOf(context)),
    hasLapsed: ({ context }) => hasLapsed(statusOf(context)),
    isWorthAsking: ({ context }) => !isOver(statusOf(context)),
    isAskedFirst: ({ context }) => context.mode === 'resumed' && !isOver(statusOf(context)),
    isPaidWithPoints: ({ context }) => context.ticket.points !== null,
    isCreated: ({ context }) => context.mode === 'created',
    isShown: ({ context }) => context.shown,
    isWithoutLink: ({ context }) => context.ticket.payUrl === '',
    isLinkWithheld: ({ context }) => context.payUrlVerdict !== 'allowed',
    isWindowBlocked: ({ context }) => context.windowBlocked,
    bringsWindow: ({ event }) => event.type === 'payment.open' && event.windowRef !== null,
    isOpeningBlocked: ({ context, event }) =>
      context.payUrlVerdict === 'allowed' && event.type === 'payment.open' && event.windowRef === null,
    isBackOnline: ({ context, event }) => event.type === 'network.changed' && event.online && !context.online,
    isGoneOffline: ({ event }) => event.type === 'network.changed' && !event.online,
    isPastDeadline: ({ context, event }) =>
      event.type === 'peer.observed' && event.observation.observedAt >= context.deadlineAt,
    isScheduled: ({ context }) => isScheduled(context),
    isUnscheduled: ({ context }) => !isScheduled(context),
    isAskedAgain: ({ context }) => context.askAgain,
    isAnswered: ({ context }) => context.faults === 0,
    isUnknownOrder: ({ context: { failure, record, fresh } }) =>
      failure?.reason === 'orderNumberWrong' && record === null && !fresh,
    mayStillArrive: ({ context }) => context.mayBePaid && lateWatchLeft(context) > 0,
  },
  actions: {
    takeWindow: assign({
      windowRef: ({ event }) => {
        assertEvent(event, 'payment.open');
        return event.windowRef;
      },
    }),
    judgeWindow: assign(({ context }, answer: WindowAnswer) => afterWindow(context, answer)),
    noteLinkUsed: assign({ windowBlocked: false }),
    putAside: assign({ shown: false, notReceived: false }),
    askForPoints: raise({ type: 'points.weigh' }),
    weighPoints: sendTo('pointPayment', { type: 'points.weigh' } satisfies PointPaymentEvent),
    bringBack: assign({ shown: true }),
    press: assign({ pressed: true, notReceived: false, hastyPolls: HASTY_POLLS }),
    answerPress: assign({ pressed: false, notReceived: ({ context }) => context.pressed || context.notReceived }),
    countPoll: assign({ polls: ({ context }) => context.polls + 1, askAgain: false }),
    countScheduled: assign({ scheduledPolls: ({ context }) => context.scheduledPolls + 1 }),
    queueQuestion: assign({ askAgain: true }),
    hear: enqueueActions(({ context, enqueue }, observation: OrderObservation) => {
      const { moved, changes, refused } = learn(context, observation, 'server');
      enqueue.assign({ ...changes, faults: 0, failure: null, hastyPolls: Math.max(0, context.hastyPolls - 1) });
      if (refused) enqueue.sendParent({ type: 'status.refused', ...refused } satisfies PaymentReport);
      if (!moved) return;
      enqueue.raise({ type: 'order.moved' });
      enqueue.sendParent({ type: 'order.observed', observation } satisfies PaymentReport);
    }),
    overhear: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'peer.observed');
      const { moved, changes, refused } = learn(context, event.observation, 'peer');
      enqueue.assign(changes);
      if (refused) enqueue.sendParent({ type: 'status.refused', ...refused } satisfies PaymentReport);
      if (!moved) return;
      enqueue.raise({ type: 'order.moved' });
      enqueue.sendParent({ type: 'order.observed', observation: event.observation } satisfies PaymentReport);
    }),
    noteFault: assign(({ context }, failure: Failure) => afterFault(context, failure)),
    noteSilence: assign(({ context }) => afterFault(context, SILENCE)),
    endFreshness: assign({ fresh: false }),
    resumeSchedule: assign({ scheduleOver: false }),
    haltSchedule: assign({ scheduleOver: true }),
    noteNetwork: assign({
      online: ({ event }) => {
        assertEvent(event, 'network.changed');
        return event.online;
      },
    }),
    noteLead: assign({ leading: true }),
    askNow: raise({ type: 'ask.now' }),
    confirm: raise({ type: 'order.confirmed' }),
    callUnknown: raise({ type: 'order.unknown' }),
    conclude: raise({ type: 'order.over' }),
    reportDeferred: sendParent((given): PaymentReport => ({ type: 'payment.deferred', ...orderOf(given) })),
    reportShown: sendParent((given): PaymentReport => ({ type: 'payment.shown', ...orderOf(given) })),
    reportLapsed: sendParent((given): PaymentReport => ({ type: 'payment.lapsed', ...orderOf(given) })),
    reportConcluded: sendParent((given): PaymentReport => ({ type: 'payment.concluded', ...orderOf(given) })),
    reportDismissed: sendParent((given): PaymentReport => ({ type: 'payment.dismissed', ...orderOf(given) })),
    reportSettled: sendParent(
      (given): PaymentReport => ({ type: 'payment.settled', ...orderOf(given), late: given.context.late }),
    ),
    reportResubmitted: sendParent(
      (given): PaymentReport => ({
        type: 'payment.resubmitted',
        ...orderOf(given),
        choices: choicesOf(given.context),
      }),
    ),
  },
  delays: {
    pace: ({ context }) => nextPollIn(context),
    nudge: ({ context }) => nudgeIn(context),
    lateWatch: ({ context }) => lateWatchLeft(context),
    freshness: 10_000,
    patience: 12_000,
    pressPause: 2_000,
  },
});
