import { assertEvent, assign, type DoneActorEvent, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failure, failureOf } from '../kernel/failure.ts';
import { type Listener, type Port, ports, wire } from '../kernel/port.ts';
import { BACK_OFF_MS, backOffOf, isOutcomeUnknown, isOutOfAttempts, isRefusedByApi } from '../order/order.failures.ts';
import type { OrderTicket, Purchase } from '../order/order.types.ts';
import { closeUnlessReleased, type WindowEvent, type WindowInput } from './wizard.effects.ts';

/** What the player confirmed, stored before the first request. `confirmedAt`: server time in ms. */
export type OrderIntent = {
  readonly key: string;
  readonly confirmedAt: number;
  readonly choices: Purchase;
};

/** `resumed`: the intent was stored before a reload, so it may have been sent already. */
export type SubmitOrderInput = {
  readonly intent: OrderIntent;
  readonly resumed: boolean;
  /** Pre-opened in the click; null when it was blocked, not needed, or the order is resumed. */
  readonly windowRef: string | null;
};

export type SubmitOrderContext = SubmitOrderInput & {
  /** Why the outcome is unknown. */
  readonly failure: Failure | null;
  readonly ticket: OrderTicket | null;
  /** Lookups and repeats without a lookup since the player last retried. */
  readonly attempts: number;
};

export type SubmitOrderEvent =
  | { readonly type: 'order.retry' }
  /** The player returned to the tab, or the browser is online again. */
  | { readonly type: 'tab.woke' };

export type IntentInput = { readonly intent: OrderIntent };

/** Every port rejects with a kernel `Failure`. */
export type IntentPorts = {
  /** Must be durable before `createOrder` is called. Rejects with `storageRefused` when the browser stores nothing. */
  saveIntent: Port<void, IntentInput>;
  /**
   * Calls the endpoint that fits the choices, with the intent's key and quote, and stores the ticket before it resolves.
   * Rejects with `timedOut` or `requestError` when the outcome is unknown. Sends nothing and rejects, without a code of the API, with
   * `recipientNeeded` when no role list is cached and with `roleGone` when the list lacks the role. After the time to pay, it sends
   * nothing and rejects with `timedOut`.
   */
  createOrder: Port<OrderTicket, IntentInput>;
  /**
   * Finds the intent's order in `/api/order/record` (same item and recipient, at most a minute older). Stores its ticket, as `createOrder`
   * does. Resolves to null only if `createOrder` may send the same key again: the API honors keys, and either every row was read and none
   * can be the order, or the API can still prepare the payment page of the order. Rejects with `requestError` when nothing proves that no
   * order exists. Rejects with `priceChanged` when the order is unpaid and its price in E Points differs from the confirmed price. Rejects
   * with `orderNumberWrong`, without a code, when there is no order and the time to pay is over: the player must confirm again.
   */
  lookUpOrder: Port<OrderTicket | null, IntentInput>;
  /** The player returned to the tab, or the browser is online again. */
  wakeUps: Listener<never, Extract<SubmitOrderEvent, { type: 'tab.woke' }>>;
};

export type SubmitOrderPorts = IntentPorts & {
  /** Closes the pre-opened window of an order that was not created. Never rejects. */
  closeWindow: Port<void, WindowInput>;
};

export type SubmitOrderReport =
  | { readonly type: 'order.uncertain' }
  /** The order could not be sent again because the cached role list is missing or lacks the role. */
  | { readonly type: 'order.rolesMissing' }
  /** The first lookups found no order: the player decides, while the order is still looked up from time to time. `failure`: the last one. */
  | { readonly type: 'order.waiting'; readonly failure: Failure | null }
  | { readonly type: 'order.placed'; readonly ticket: OrderTicket }
  /** The order does not exist, or it is not paid because the player must confirm again: the price changed, or it is too late. */
  | { readonly type: 'order.refused'; readonly failure: Failure };

/** The pause between lookups while the player decides; it doubles up to the longest one. */
const WATCH_MS = 15_000;
const LONGEST_WATCH_MS = 300_000;

const toIntent = ({ context: { intent } }: { context: SubmitOrderContext }): IntentInput => ({ intent });

type MachineEvent =
  | SubmitOrderEvent
  | DoneActorEvent<OrderTicket | null, 'createOrder' | 'createOrderAgain' | 'lookUpOrder' | 'lookUpOrderAgain'>;

const ticketIn = (event: MachineEvent): OrderTicket | null => {
  assertEvent(event, [
    'xstate.done.actor.createOrder',
    'xstate.done.actor.createOrderAgain',
    'xstate.done.actor.lookUpOrder',
    'xstate.done.actor.lookUpOrderAgain',
  ]);
  return event.output;
};

export const submitOrderMachine = setup({
  types: { context: {} as SubmitOrderContext, events: {} as MachineEvent, input: {} as SubmitOrderInput },
  actors: ports<IntentPorts & { reservedWindow: Listener<WindowEvent, never, WindowInput> }>({
    saveIntent: 'port',
    createOrder: 'port',
    lookUpOrder: 'port',
    reservedWindow: 'listener',
    wakeUps: 'listener',
  }),
  delays: {
    backOff: ({ context }) => backOffOf(context),
    watchPause: ({ context: { attempts } }) =>
      Math.min(WATCH_MS * 2 ** Math.max(0, attempts - BACK_OFF_MS.length), LONGEST_WATCH_MS),
  },
  guards: {
    isResumed: ({ context }) => context.resumed,
    isOutcomeUnknown: (args) => isOutcomeUnknown(failureOf(args)),
    /** Nothing was sent, because the cached role list is missing or lacks the role. */
    isUnsent: (args) => {
      const { reason, code } = failureOf(args);
      return code < 0 && (reason === 'recipientNeeded' || reason === 'roleGone');
    },
    isRefusedByApi: (args) => isRefusedByApi(failureOf(args)),
    isStillProcessing: (args) => failureOf(args).reason === 'stillProcessing',
    isPriceChanged: (args) => failureOf(args).reason === 'priceChanged',
    /** The port found no order, and the confirmation is too old to be sent again. */
    isNotPlaced: (args) => {
      const { reason, code } = failureOf(args);
      return code < 0 && reason === 'orderNumberWrong';
    },
    isFound: ({ event }) => ticketIn(event) !== null,
    isOutOfAttempts: ({ context }) => isOutOfAttempts(context),
  },
  actions: {
    /** A message of the server stays until the next one. */
    setFailure: assign((args) => {
      const failed = failureOf(args);
      return { failure: { ...failed, msg: failed.msg ?? args.context.failure?.msg ?? null } };
    }),
    /** The failure that the player sees when no order was placed in time. */
    setTimeoutFailure: assign({ failure: failure('timedOut') }),
    setTicket: assign(({ context: { intent }, event }) => {
      const ticket = ticketIn(event);
      return { ticket: ticket && { ...ticket, choices: ticket.choices ?? intent.choices } };
    }),
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
}).createMachine({
  id: 'submitOrder',
  options: { maxIterations: 1_000 },
  description:
    'Creates the order of one intent: stores the intent, sends it, and ends only when the outcome is certain.',
  context: ({ input }) => ({ ...input, failure: null, ticket: null, attempts: 0 }),
  invoke: {
    id: 'reservedWindow',
    src: 'reservedWindow',
    input: ({ context: { windowRef } }) => ({ windowRef }),
    onError: {},
  },
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isResumed', target: 'uncertain' }, { target: 'storing' }] },
    storing: {
      invoke: {
        id: 'saveIntent',
        src: 'saveIntent',
        input: toIntent,
        onDone: 'creating',
        onError: { target: 'refused', actions: 'setFailure' },
      },
    },
    creating: {
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: toIntent,
        onDone: { target: 'created', actions: 'setTicket' },
        onError: [
          { guard: 'isStillProcessing', target: 'uncertain.preparing', actions: 'setFailure' },
          { guard: 'isOutcomeUnknown', target: 'uncertain.backingOff', actions: 'setFailure' },
          { target: 'refused', actions: 'setFailure' },
        ],
      },
    },
    uncertain: {
      description:
        'The order may exist. It is looked up, and sent again with the same key only if the API honors keys and the lookup read every row.',
      entry: 'reportUncertain',
      initial: 'lookingUp',
      states: {
        lookingUp: {
          entry: 'countAttempt',
          invoke: {
            id: 'lookUpOrder',
            src: 'lookUpOrder',
            input: toIntent,
            onDone: [
              { guard: 'isFound', target: '#submitOrder.created', actions: 'setTicket' },
              { target: 'retrying' },
            ],
            onError: [
              { guard: 'isPriceChanged', target: '#submitOrder.refused', actions: 'setFailure' },
              { guard: 'isNotPlaced', target: '#submitOrder.refused', actions: 'setTimeoutFailure' },
              { target: 'backingOff', actions: 'setFailure' },
            ],
          },
        },
        retrying: {
          description:
            'Ends only with an order or a refusal of the API. Nothing sent, or a refusal on the way, leaves the outcome of the first request unknown.',
          invoke: {
            id: 'createOrderAgain',
            src: 'createOrder',
            input: toIntent,
            onDone: { target: '#submitOrder.created', actions: 'setTicket' },
            onError: [
              { guard: 'isUnsent', target: 'backingOff', actions: ['setFailure', 'reportRolesMissing'] },
              { guard: 'isStillProcessing', target: 'preparing', actions: 'setFailure' },
              { guard: 'isRefusedByApi', target: '#submitOrder.refused', actions: 'setFailure' },
              { guard: 'isPriceChanged', target: '#submitOrder.refused', actions: 'setFailure' },
              { target: 'backingOff', actions: 'setFailure' },
            ],
          },
        },
        backingOff: {
          always: { guard: 'isOutOfAttempts', target: 'waiting' },
          after: { backOff: 'lookingUp' },
        },
        preparing: {
          description:
            'The server has the key but no payment page for the order yet (stillProcessing). Only the same key gets the page.',
          always: { guard: 'isOutOfAttempts', target: 'waiting' },
          after: { backOff: { target: 'retrying', actions: 'countAttempt' } },
        },
        waiting: {
          description:
            'The player decides. The order is still looked up, at growing intervals and when the player returns.',
          entry: 'reportWaiting',
          invoke: { id: 'wakeUps', src: 'wakeUps', input: {}, onError: {} },
          initial: 'pausing',
          on: { 'order.retry': { target: 'lookingUp', actions: 'resetAttempts' } },
          states: {
            pausing: { after: { watchPause: 'lookingUpAgain' }, on: { 'tab.woke': 'lookingUpAgain' } },
            lookingUpAgain: {
              entry: 'countAttempt',
              invoke: {
                id: 'lookUpOrderAgain',
                src: 'lookUpOrder',
                input: toIntent,
                onDone: [
                  { guard: 'isFound', target: '#submitOrder.created', actions: 'setTicket' },
                  { target: '#submitOrder.uncertain.retrying' },
                ],
                onError: [
                  { guard: 'isPriceChanged', target: '#submitOrder.refused', actions: 'setFailure' },
                  { guard: 'isNotPlaced', target: '#submitOrder.refused', actions: 'setTimeoutFailure' },
                  { target: 'pausing' },
                ],
              },
            },
          },
        },
      },
    },
    created: { type: 'final', entry: ['releaseWindow', 'reportPlaced'] },
    refused: { type: 'final', entry: 'reportRefused' },
  },
});

export const wireSubmitOrder = (ports: SubmitOrderPorts): typeof submitOrderMachine =>
  wire(submitOrderMachine, ports, { reservedWindow: closeUnlessReleased(ports.closeWindow) });
