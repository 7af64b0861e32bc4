import { rosterSetup } from './roster.setup.ts';

export const rosterMachine = rosterSetup.createMachine({
  id: 'roster',
  description: 'Servers and roles of the account: the cached list at once, the fresh one behind it.',
  context: { servers: [], failure: null },
  initial: 'unread',
  states: {
    unread: { on: { 'roster.refresh': 'reading' } },
    reading: {
      invoke: {
        id: 'readCachedServers',
        src: 'readCachedServers',
        input: {},
        onDone: {
          target: 'loading',
          actions: { type: 'keepServers', params: ({ event }) => ({ servers: event.output }) },
        },
        onError: 'loading',
      },
    },
    loading: {
      entry: { type: 'tell', params: { state: 'loading' } },
      invoke: {
        id: 'loadServers',
        src: 'loadServers',
        input: {},
        onDone: {
          target: 'fresh',
          actions: { type: 'keepServers', params: ({ event }) => ({ servers: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    fresh: { entry: { type: 'tell', params: { state: 'fresh' } }, on: { 'roster.refresh': 'loading' } },
    failed: { entry: { type: 'tell', params: { state: 'failed' } }, on: { 'roster.refresh': 'loading' } },
  },
});
