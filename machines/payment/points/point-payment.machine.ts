import { contextOf, orderIn, orderOf, pointPaymentSetup, toOrderRequest } from './point-payment.setup.ts';

export const pointPaymentMachine = pointPaymentSetup.createMachine({
  id: 'point-payment',
  options: { maxIterations: 1_000 },
  description: 'Takes E Points for one order, once. An unknown outcome is resolved with the server, never guessed.',
  context: contextOf,
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
            input: toOrderRequest,
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
