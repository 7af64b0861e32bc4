import { bootSetup } from './portal-boot.setup.ts';

export const bootMachine = bootSetup.createMachine({
  id: 'boot',
  options: { maxIterations: 1_000 },
  description: 'Loads config, clock and home page in parallel before login.',
  type: 'parallel',
  states: {
    config: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadConfig',
            src: 'loadConfig',
            input: {},
            onDone: { target: 'loaded', actions: { type: 'reportConfig', params: ({ event }) => event } },
            onError: { target: 'failed', actions: { type: 'reportConfigFailed', params: ({ event }) => event } },
          },
        },
        loaded: {},
        failed: { description: 'The root restarts this machine on a retry.' },
      },
    },
    clock: {
      initial: 'syncing',
      states: {
        syncing: {
          invoke: {
            id: 'syncClock',
            src: 'syncClock',
            input: {},
            onDone: { target: 'synced', actions: { type: 'reportClock', params: ({ event }) => event } },
            onError: 'failed',
          },
        },
        synced: {},
        failed: { description: 'The device clock is used until the next attempt.', after: { retryDelay: 'syncing' } },
      },
    },
    home: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadHome',
            src: 'loadHome',
            input: {},
            onDone: { target: 'loaded', actions: { type: 'reportHome', params: ({ event }) => event } },
            onError: { target: 'failed', actions: { type: 'reportHomeFailed', params: ({ event }) => event } },
          },
        },
        loaded: {},
        failed: { after: { retryDelay: 'loading' }, on: { 'boot.retry': 'loading' } },
      },
    },
  },
});
