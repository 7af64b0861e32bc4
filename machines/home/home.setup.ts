import { assertEvent, assign, setup } from 'xstate';
import type { HomeContext, HomeEvent } from './home.types.ts';

export const homeSetup = setup({
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
});
