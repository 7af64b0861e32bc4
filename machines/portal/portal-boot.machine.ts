import { bootSetup } from './portal-boot.setup.ts';

export const bootMachine = bootSetup.createMachine({
  id: 'boot',
  options: { maxIterations: 1_000 },
  description: 'What the portal reads before anybody logs in; three questions that wait for nobody.',
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
        failed: { description: 'The root starts over when the player asks for it.' },
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
            onError: 'guessed',
          },
        },
        synced: {},
        guessed: { description: 'The device clock is taken for the time.', after: { later: 'syncing' } },
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
            onError: { target: 'missing', actions: { type: 'reportHomeFailed', params: ({ event }) => event } },
          },
        },
        loaded: {},
        missing: { after: { later: 'loading' }, on: { 'boot.retry': 'loading' } },
      },
    },
  },
});
