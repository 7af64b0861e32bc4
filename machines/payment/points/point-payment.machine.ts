import { assign, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failure, failureOf } from '../../kernel/failure.ts';
import { type Listener, type Port, ports } from '../../kernel/port.ts';
import { backOffOf, isOutcomeUnknown, isOutOfAttempts } from '../../order/order.failures.ts';
import type { OrderObservation } from '../../order/order.types.ts';
import type { MethodEvent, MethodInput, MethodReport } from '../method.types.ts';

export type PointPaymentInput = MethodInput<'points'>;

export type PointPaymentContext = Pick<PointPaymentInput, 'orderId' | 'start'> & {
  /** The price in E Points. */
  readonly points: number;
  /** From the last read; null if it failed. */
  readonly balance: number | null;
  /** Why the payment failed, or why its outcome is unknown. */
  readonly failure: Failure | null;
  /** Reads of an unknown outcome since the player's last attempt. */
  readonly attempts: number;
};

/** `mayRepeat`: the API takes E Points for an order once, however often the portal calls it. */
export type PointOrder = OrderObservation & { readonly mayRepeat: boolean };

/** Stores whether E Points are being taken, for the next page load. */
export type PointPaymentEffect = { readonly type: 'spending.save'; readonly spending: boolean };

export type PointPaymentEvent =
  /** The player pressed Pay. After an unknown outcome the order is read again, so the E Points are never spent twice. */
  { readonly type: 'points.pay' } | MethodEvent;

/** Every port rejects with a kernel `Failure`. */
export type PointPaymentPorts = {
  /** `/api/operate/coinBalance` and `/api/epoint/balance`, in E Points. If they differ, both are read again and the lower amount is used. */
  loadCoinBalance: Port<number>;
  /** `/api/payment/order/epoint/pay`. Rejects with `balanceInsufficient`, `orderOver`, or a reason such as `timedOut` for an unknown outcome. */
  payWithPoints: Port<void, { readonly orderId: string }>;
  /** Stores with the order whether E Points are being taken for it. Never throws. */
  effects: Listener<PointPaymentEffect, never, { readonly orderId: string }>;
  /** `/api/epoint/paymentIds/detail` for one order. */
  readOrder: Port<PointOrder, { readonly kind: 'epoint'; readonly orderId: string }>;
};

const orderOf = ({ context: { orderId } }: { readonly context: PointPaymentContext }) => ({ orderId });

const orderIn = ({ event }: { readonly event: { readonly output: PointOrder } }): PointOrder => event.output;

export const pointPaymentMachine = setup({
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
  delays: { backOff: ({ context }) => backOffOf(context) },
  guards: {
    isConfirmed: ({ context }) => context.start === 'pay',
    isInterrupted: ({ context }) => context.start === 'resume',
    isBalanceTooLow: ({ context }, balance: number) => balance < context.points,
    isInsufficient: (args) => failureOf(args).reason === 'balanceInsufficient',
    isOver: (args) => ['orderOver', 'orderNumberWrong'].includes(failureOf(args).reason),
    isOutcomeUnknown: (args) => isOutcomeUnknown(failureOf(args)),
    /** A status that the portal does not know may be a paid one. */
    isRepeatable: (_, { record, mayRepeat }: PointOrder) =>
      record.status === 'pending' && mayRepeat && !record.isStatusUnknown,
    isOpenAtLast: ({ context }, { record }: PointOrder) => record.status === 'pending' && isOutOfAttempts(context),
    isOpen: (_, { record }: PointOrder) => record.status === 'pending',
    hasNoAttemptsLeft: ({ context }) => isOutOfAttempts(context),
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
}).createMachine({
  id: 'point-payment',
  options: { maxIterations: 1_000 },
  description: 'Takes E Points for one order, once. An unknown outcome is resolved with the server, never guessed.',
  context: ({ input: { orderId, payment, start } }) => ({
    orderId,
    points: payment.amount,
    start,
    balance: null,
    failure: null,
    attempts: 0,
  }),
  invoke: { id: 'effects', src: 'effects', input: orderOf, onError: {} },
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isConfirmed', target: 'checkingBalance' },
        { guard: 'isInterrupted', target: 'uncertain.checking' },
        { target: 'idle' },
      ],
    },
    checkingBalance: {
      description: 'Reads the balance again before paying; when that fails, the server decides.',
      tags: 'paying',
      entry: 'clearFailure',
      invoke: {
        id: 'loadCoinBalance',
        src: 'loadCoinBalance',
        input: {},
        onDone: [
          {
            guard: { type: 'isBalanceTooLow', params: ({ event }) => event.output },
            target: 'idle.insufficient',
            actions: { type: 'setBalance', params: ({ event }) => event.output },
          },
          { target: 'spending', actions: { type: 'setBalance', params: ({ event }) => event.output } },
        ],
        onError: { target: 'spending', actions: 'clearBalance' },
      },
    },
    spending: {
      tags: 'paying',
      invoke: {
        id: 'payWithPoints',
        src: 'payWithPoints',
        input: orderOf,
        onDone: 'finished',
        onError: [
          { guard: 'isInsufficient', target: 'idle.checkingBalance' },
          { guard: 'isOver', target: 'finished' },
          { guard: 'isOutcomeUnknown', target: 'uncertain.backingOff', actions: 'setFailure' },
          { target: 'refused', actions: 'setFailure' },
        ],
      },
    },
    uncertain: {
      description:
        'Reads the order before another attempt. The attempt needs a press, unless the API takes E Points for an order once.',
      tags: 'uncertain',
      initial: 'backingOff',
      states: {
        checking: {
          entry: 'countAttempt',
          invoke: {
            id: 'readOrder',
            src: 'readOrder',
            input: ({ context: { orderId } }) => ({ kind: 'epoint', orderId }),
            onDone: [
              { guard: { type: 'isRepeatable', params: orderIn }, target: '#point-payment.checkingBalance' },
              {
                guard: { type: 'isOpenAtLast', params: orderIn },
                target: '#point-payment.idle',
                actions: 'setUnknown',
              },
              { guard: { type: 'isOpen', params: orderIn }, target: 'backingOff' },
              { target: '#point-payment.finished' },
            ],
            onError: { target: 'backingOff', actions: 'setFailure' },
          },
        },
        backingOff: { always: { guard: 'hasNoAttemptsLeft', target: 'waiting' }, after: { backOff: 'checking' } },
        waiting: { on: { 'points.pay': { target: 'checking', actions: ['resetAttempts', 'saveSpending'] } } },
      },
    },
    idle: {
      description: 'Not paid. Takes nothing until the player confirms, also after a reload.',
      entry: 'deleteSpending',
      initial: 'checkingBalance',
      on: { 'method.shown': '.checkingBalance' },
      states: {
        checkingBalance: {
          tags: 'checkingBalance',
          invoke: {
            id: 'checkBalance',
            src: 'loadCoinBalance',
            input: {},
            onDone: [
              {
                guard: { type: 'isBalanceTooLow', params: ({ event }) => event.output },
                target: 'insufficient',
                actions: { type: 'setBalance', params: ({ event }) => event.output },
              },
              { target: 'payable', actions: { type: 'setBalance', params: ({ event }) => event.output } },
            ],
            onError: { target: 'payable', actions: 'clearBalance' },
          },
        },
        insufficient: { on: { 'points.changed': 'checkingBalance' } },
        payable: {
          on: {
            'points.pay': { target: '#point-payment.checkingBalance', actions: ['resetAttempts', 'saveSpending'] },
          },
        },
      },
    },
    refused: {
      entry: 'deleteSpending',
      on: {
        'points.pay': { target: 'checkingBalance', actions: ['resetAttempts', 'saveSpending'] },
        'method.shown': 'idle',
      },
    },
    finished: { tags: 'paying', entry: 'reportFinished' },
  },
});
