import { assign, sendParent, sendTo, setup } from 'xstate';
import { failure, failureOf } from '../../kernel/failure.ts';
import { ports } from '../../kernel/port.ts';
import { isOutcomeUnknown } from '../../order/order.failures.ts';
import type { OrderStatus } from '../../order/order.status.ts';
import type { MethodReport } from '../method.types.ts';
import type {
  PointOrder,
  PointPaymentContext,
  PointPaymentEffect,
  PointPaymentEvent,
  PointPaymentInput,
  PointPaymentPorts,
} from './point-payment.types.ts';

type Order = { readonly orderId: string };
type ContextArgs = { readonly context: PointPaymentContext };

const BACK_OFF_MS = [1_000, 3_000, 9_000] as const;
const LONGEST_WAIT_MS = 30_000;

export const contextOf = ({ input }: { readonly input: PointPaymentInput }): PointPaymentContext => ({
  orderId: input.orderId,
  points: input.payment.amount,
  start: input.start,
  balance: null,
  failure: null,
  attempts: 0,
});

export const orderOf = ({ context: { orderId } }: ContextArgs): Order => ({ orderId });

export const toOrderRequest = (args: ContextArgs) => ({ kind: 'epoint' as const, ...orderOf(args) });

type ReadOrder = { readonly status: OrderStatus; readonly mayRepeat: boolean };

export const orderIn = ({ event }: { readonly event: { readonly output: PointOrder } }): ReadOrder => ({
  status: event.output.record.status,
  /** A status that the portal does not know may be a paid one. */
  mayRepeat: event.output.mayRepeat && !event.output.record.isStatusUnknown,
});

export const pointPaymentSetup = setup({
  types: {
    context: {} as PointPaymentContext,
    events: {} as PointPaymentEvent,
    input: {} as PointPaymentInput,
    tags: {} as 'paying' | 'uncertain' | 'checkingBalance',
  },
  actors: ports<PointPaymentPorts>({
    effects: 'listener',
    loadCoinBalance: 'port',
    payWithPoints: 'port',
    readOrder: 'port',
  }),
  delays: {
    backOff: ({ context: { attempts, failure: last } }) =>
      Math.max(BACK_OFF_MS[attempts] ?? 0, Math.min(last?.retryAfterMs ?? 0, LONGEST_WAIT_MS)),
  },
  guards: {
    isConfirmed: ({ context }) => context.start === 'pay',
    isInterrupted: ({ context }) => context.start === 'resume',
    isBalanceTooLow: ({ context }, balance: number) => balance < context.points,
    isInsufficient: (args) => failureOf(args).reason === 'balanceInsufficient',
    isOver: (args) => ['orderOver', 'orderNumberWrong'].includes(failureOf(args).reason),
    isOutcomeUnknown: (args) => isOutcomeUnknown(failureOf(args)),
    isRepeatable: (_, { status, mayRepeat }: ReadOrder) => status === 'pending' && mayRepeat,
    isOpenAtLast: ({ context }, { status }: ReadOrder) =>
      status === 'pending' && context.attempts >= BACK_OFF_MS.length,
    isOpen: (_, { status }: ReadOrder) => status === 'pending',
    hasNoAttemptsLeft: ({ context }) => context.attempts >= BACK_OFF_MS.length,
  },
  actions: {
    /** After a reload, the payment of such an order continues without a click. */
    saveSpending: sendTo('effects', { type: 'spending.save', spending: true } satisfies PointPaymentEffect),
    deleteSpending: sendTo('effects', { type: 'spending.save', spending: false } satisfies PointPaymentEffect),
    setBalance: assign({ balance: (_, balance: number) => balance }),
    clearBalance: assign({ balance: null }),
    setFailure: assign({ failure: failureOf }),
    clearFailure: assign({ failure: null }),
    setUnknown: assign({ failure: ({ context }) => context.failure ?? failure('timedOut') }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    resetAttempts: assign({ attempts: 0 }),
    reportFinished: sendParent({ type: 'order.check' } satisfies MethodReport),
  },
});
