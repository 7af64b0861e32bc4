import { submitOrderSetup, toIntent, toWindow } from './submit-order.setup.ts';

export const submitOrderMachine = submitOrderSetup.createMachine({
  id: 'submitOrder',
  options: { maxIterations: 1_000 },
  description:
    'Creates the order of one intent: stores the intent, sends it, and ends only when the outcome is certain.',
  context: ({ input }) => ({ ...input, failure: null, ticket: null, attempts: 0 }),
  invoke: { id: 'reservedWindow', src: 'reservedWindow', input: toWindow, onError: {} },
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isResumed', target: 'uncertain' }, { target: 'storing' }] },
    storing: {
      invoke: {
        id: 'saveIntent',
        src: 'saveIntent',
        input: toIntent,
        onDone: 'creating',
        onError: {
          target: 'refused',
          actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    creating: {
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: toIntent,
        onDone: {
          target: 'created',
          actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isStillProcessing', params: ({ event }) => ({ error: event.error }) },
            target: 'uncertain.preparing',
            actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isOutcomeUnknown', params: ({ event }) => ({ error: event.error }) },
            target: 'uncertain.backingOff',
            actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
          },
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
              {
                guard: { type: 'isFound', params: ({ event }) => ({ ticket: event.output }) },
                target: '#submitOrder.created',
                actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
              },
              { target: 'retrying' },
            ],
            onError: [
              {
                guard: { type: 'isPriceChanged', params: ({ event }) => ({ error: event.error }) },
                target: '#submitOrder.refused',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
              {
                guard: { type: 'isNotPlaced', params: ({ event }) => ({ error: event.error }) },
                target: '#submitOrder.refused',
                actions: 'setTimeoutFailure',
              },
              {
                target: 'backingOff',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
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
            onDone: {
              target: '#submitOrder.created',
              actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isUnsent', params: ({ event }) => ({ error: event.error }) },
                target: 'backingOff',
                actions: [
                  { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
                  'reportRolesMissing',
                ],
              },
              {
                guard: { type: 'isStillProcessing', params: ({ event }) => ({ error: event.error }) },
                target: 'preparing',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
              {
                guard: { type: 'isRefusedByApi', params: ({ event }) => ({ error: event.error }) },
                target: '#submitOrder.refused',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
              {
                guard: { type: 'isPriceChanged', params: ({ event }) => ({ error: event.error }) },
                target: '#submitOrder.refused',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'backingOff',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
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
                  {
                    guard: { type: 'isFound', params: ({ event }) => ({ ticket: event.output }) },
                    target: '#submitOrder.created',
                    actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
                  },
                  { target: '#submitOrder.uncertain.retrying' },
                ],
                onError: [
                  {
                    guard: { type: 'isPriceChanged', params: ({ event }) => ({ error: event.error }) },
                    target: '#submitOrder.refused',
                    actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
                  },
                  {
                    guard: { type: 'isNotPlaced', params: ({ event }) => ({ error: event.error }) },
                    target: '#submitOrder.refused',
                    actions: 'setTimeoutFailure',
                  },
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
