import { failureOf, orderOf, pointPaymentSetup, questionOf, statusIn } from './point-payment.setup.ts';

export const pointPaymentMachine = pointPaymentSetup.createMachine({
  id: 'point-payment',
  options: { maxIterations: 1_000 },
  description: 'Takes E Points for one order, once. Whether they were taken is never guessed.',
  context: ({ input }) => ({ ...input, balance: null, failure: null, attempts: 0 }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isConfirmed', target: 'weighing' },
        { guard: 'isInterrupted', target: 'doubted.asking' },
        { target: 'offered' },
      ],
    },
    weighing: {
      description: 'The balance is read once more just before it is used; without it the server decides.',
      tags: 'paying',
      entry: 'clearFailure',
      invoke: {
        id: 'loadCoinBalance',
        src: 'loadCoinBalance',
        input: {},
        onDone: [
          {
            guard: { type: 'isTooLittle', params: ({ event }) => event.output },
            target: 'offered.short',
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
        onDone: 'answered',
        onError: [
          { guard: { type: 'isInsufficient', params: failureOf }, target: 'offered.weighing' },
          { guard: { type: 'isOver', params: failureOf }, target: 'answered' },
          {
            guard: { type: 'isOutcomeUnknown', params: failureOf },
            target: 'doubted.resting',
            actions: { type: 'setFailure', params: failureOf },
          },
          { target: 'refused', actions: { type: 'setFailure', params: failureOf } },
        ],
      },
    },
    doubted: {
      description: 'The order is asked for before anything is sent again, and then with the same number.',
      tags: 'doubted',
      initial: 'resting',
      states: {
        asking: {
          entry: 'countAttempt',
          invoke: {
            id: 'readOrder',
            src: 'readOrder',
            input: questionOf,
            onDone: [
              { guard: { type: 'isUnpaid', params: statusIn }, target: '#point-payment.weighing' },
              { target: '#point-payment.answered' },
            ],
            onError: { target: 'resting', actions: { type: 'setFailure', params: failureOf } },
          },
        },
        resting: { always: { guard: 'isGivenUp', target: 'waiting' }, after: { backOff: 'asking' } },
        waiting: { on: { 'points.pay': { target: 'asking', actions: 'resetAttempts' } } },
      },
    },
    offered: {
      description: 'Not paid, and nothing is taken before the player says so.',
      initial: 'weighing',
      on: { 'balance.check': '.weighing' },
      states: {
        weighing: {
          tags: 'weighing',
          invoke: {
            id: 'checkBalance',
            src: 'loadCoinBalance',
            input: {},
            onDone: [
              {
                guard: { type: 'isTooLittle', params: ({ event }) => event.output },
                target: 'short',
                actions: { type: 'setBalance', params: ({ event }) => event.output },
              },
              { target: 'payable', actions: { type: 'setBalance', params: ({ event }) => event.output } },
            ],
            onError: { target: 'payable', actions: 'clearBalance' },
          },
        },
        short: {},
        payable: { on: { 'points.pay': { target: '#point-payment.weighing', actions: 'resetAttempts' } } },
      },
    },
    refused: { on: { 'points.pay': { target: 'weighing', actions: 'resetAttempts' }, 'balance.check': 'offered' } },
    answered: { tags: 'paying', entry: 'reportAnswered' },
  },
});
