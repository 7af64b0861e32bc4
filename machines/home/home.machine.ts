import { assertEvent, assign, setup } from 'xstate';
import type { HomeContext, HomeEvent } from './home.types.ts';

/** Tracks which game the home page shows, and the result of copying the code that the player wants to redeem. */
export const homeMachine = setup({
  types: { context: {} as HomeContext, events: {} as HomeEvent },
  guards: {
    hasCode: ({ event }) => event.type === 'redeem.open' && event.hasCode,
  },
  actions: {
    setGame: assign(({ event }) => {
      assertEvent(event, 'game.pick');
      return { gameId: event.gameId };
    }),
  },
}).createMachine({
  id: 'home',
  options: { maxIterations: 1_000 },
  context: { gameId: null },
  on: {
    'game.pick': { target: '.idle', actions: 'setGame' },
    'redeem.open': [{ guard: 'hasCode', target: '.copying' }, { target: '.missing' }],
  },
  initial: 'idle',
  states: {
    idle: {},
    missing: { on: { 'code.edit': 'idle' } },
    copying: {
      description: 'The view copies inside the click and reports what the clipboard did.',
      on: { 'code.copied': 'copied', 'code.refused': 'refused', 'code.edit': 'idle' },
    },
    copied: { on: { 'code.edit': 'idle' } },
    refused: { on: { 'code.edit': 'idle' } },
  },
});
