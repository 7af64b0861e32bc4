import { submitOrderSetup, toConfirmed, toReserved } from './submit-order.setup.ts';

export const submitOrderMachine = submitOrderSetup.createMachine({
  id: 'ordering',
  options: { maxIterations: 1_000 },
  description: 'Makes the order of one intent: stored, sent, and never ended before its outcome is known.',
  context: ({ input }) => ({ ...input, failure: null, ticket: null, attempts: 0 }),
  invoke: { id: 'reservedWindow', src: 'reservedWindow', input: toReserved, onError: {} },
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isResumed', target: 'uncertain' }, { target: 'storing' }] },
    storing: {
      invoke: {
        id: 'saveIntent',
        src: 'saveIntent',
        input: toConfirmed,
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
        input: toConfirmed,
        onDone: {
          target: 'made',
          actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isOutcomeUnknown', params: ({ event }) => ({ error: event.error }) },
            target: 'uncertain.resting',
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
      description: 'Looked up first, then sent again with the same key. Never called a failure.',
      entry: 'reportUncertain',
      initial: 'asking',
      states: {
        asking: {
          entry: 'countAttempt',
          invoke: {
            id: 'lookUpOrder',
            src: 'lookUpOrder',
            input: toConfirmed,
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => ({ ticket: event.output }) },
                target: '#ordering.made',
                actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
              },
              { target: 'repeating' },
            ],
            onError: {
              target: 'resting',
              actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        repeating: {
          description: 'A refusal that never reached the server says nothing about the first request.',
          invoke: {
            id: 'orderAgain',
            src: 'createOrder',
            input: toConfirmed,
            onDone: {
              target: '#ordering.made',
              actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isRecipientNeeded', params: ({ event }) => ({ error: event.error }) },
                target: 'resting',
                actions: [
                  { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
                  'reportRolesMissing',
                ],
              },
              {
                guard: { type: 'isOutcomeUnknown', params: ({ event }) => ({ error: event.error }) },
                target: 'resting',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: '#ordering.refused',
                actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        resting: {
          always: { guard: 'isGivenUp', target: 'waiting' },
          after: { backOff: 'asking' },
        },
        waiting: {
          entry: 'reportWaiting',
          on: { 'order.retry': { target: 'asking', actions: 'resetAttempts' } },
        },
      },
    },
    made: { type: 'final', entry: ['releaseWindow', 'reportPlaced'] },
    refused: { type: 'final', entry: 'reportRefused' },
  },
});
