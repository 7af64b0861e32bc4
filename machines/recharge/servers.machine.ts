import { serversSetup } from './servers.setup.ts';

export const serversMachine = serversSetup.createMachine({
  id: 'serverList',
  options: { maxIterations: 1_000 },
  description: 'Servers and roles of the account: the cached list at once, the fresh one behind it.',
  context: { servers: [], failure: null },
  initial: 'unread',
  states: {
    unread: { on: { 'servers.refresh': 'reading' } },
    reading: {
      invoke: {
        id: 'readCachedServers',
        src: 'readCachedServers',
        input: {},
        onDone: {
          target: 'loading',
          actions: { type: 'setServers', params: ({ event }) => ({ servers: event.output }) },
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
          actions: { type: 'setServers', params: ({ event }) => ({ servers: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    fresh: { entry: { type: 'tell', params: { state: 'fresh' } }, on: { 'servers.refresh': 'loading' } },
    failed: { entry: { type: 'tell', params: { state: 'failed' } }, on: { 'servers.refresh': 'loading' } },
  },
});
