import { purseSetup } from './purse.setup.ts';

export const purseMachine = purseSetup.createMachine({
  id: 'purse',
  description: 'The E Point balance of the order flow, read again whenever the player comes near to paying.',
  initial: 'resting',
  states: {
    resting: { on: { 'purse.refresh': 'reading' } },
    reading: {
      invoke: {
        id: 'loadCoinBalance',
        src: 'loadCoinBalance',
        input: {},
        onDone: { target: 'resting', actions: { type: 'tell', params: ({ event }) => ({ balance: event.output }) } },
        onError: { target: 'resting', actions: { type: 'tell', params: { balance: null } } },
      },
      on: { 'purse.refresh': { target: 'reading', reenter: true } },
    },
  },
});
