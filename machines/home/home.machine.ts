import { assertEvent, assign, setup } from 'xstate';
import { ports } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { HomeContext, HomeEvent, HomePorts, PointBonus } from './home.types.ts';

/** The game that the home page shows, the result of copying a redeem code, and what the page offers to a player whom it knows. */
export const homeMachine = setup({
  types: { context: {} as HomeContext, events: {} as HomeEvent },
  actors: ports<HomePorts>({ loadNewestOrders: 'port', loadPointBonus: 'port' }),
  guards: {
    hasCode: ({ event }) => event.type === 'redeem.open' && event.hasCode,
  },
  actions: {
    setGame: assign(({ event }) => {
      assertEvent(event, 'game.pick');
      return { gameId: event.gameId };
    }),
    setOrders: assign({ orders: (_, orders: readonly OrderRecord[]) => orders }),
    setBonus: assign({ bonus: (_, bonus: PointBonus | null) => bonus }),
  },
}).createMachine({
  id: 'home',
  options: { maxIterations: 1_000 },
  context: { gameId: null, orders: [], bonus: null },
  type: 'parallel',
  states: {
    redeem: {
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
    },
    orders: {
      description: 'Fails silently: the page is complete without them.',
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadNewestOrders',
            src: 'loadNewestOrders',
            input: {},
            onDone: { target: 'loaded', actions: { type: 'setOrders', params: ({ event }) => event.output } },
            onError: 'loaded',
          },
        },
        loaded: {},
      },
    },
    bonus: {
      description: 'Fails silently, as the orders do.',
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadPointBonus',
            src: 'loadPointBonus',
            input: {},
            onDone: { target: 'loaded', actions: { type: 'setBonus', params: ({ event }) => event.output } },
            onError: 'loaded',
          },
        },
        loaded: {},
      },
    },
  },
});
