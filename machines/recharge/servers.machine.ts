import { serversSetup } from './servers.setup.ts';

export const serversMachine = serversSetup.createMachine({
  id: 'serverList',
  options: { maxIterations: 1_000 },
  description: 'Servers and roles of the account. Reports the cached list first, then the fresh one.',
  context: { servers: [], unread: [], failure: null },
  initial: 'idle',
  states: {
    idle: { on: { 'servers.refresh': 'loadingCache' } },
    loadingCache: {
      invoke: {
        id: 'loadCachedServers',
        src: 'loadCachedServers',
        input: {},
        onDone: {
          target: 'loading',
          actions: { type: 'setCachedServers', params: ({ event }) => ({ servers: event.output }) },
        },
        onError: 'loading',
      },
    },
    loading: {
      entry: { type: 'reportServers', params: { state: 'loading' } },
      invoke: {
        id: 'loadServers',
        src: 'loadServers',
        input: {},
        onDone: {
          target: 'fresh',
          actions: { type: 'setServers', params: ({ event }) => ({ list: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    fresh: { entry: { type: 'reportServers', params: { state: 'fresh' } }, on: { 'servers.refresh': 'loading' } },
    failed: { entry: { type: 'reportServers', params: { state: 'failed' } }, on: { 'servers.refresh': 'loading' } },
  },
});
