import { resumeSetup } from './resume.setup.ts';

export const resumeMachine = resumeSetup.createMachine({
  id: 'resume',
  options: { maxIterations: 1_000 },
  context: ({ input: { account } }) => ({ account, unpaidFailed: false, knownIds: [], looksLeft: 0 }),
  on: { 'unpaid.watch': { actions: 'startWatch' } },
  initial: 'loadingState',
  states: {
    loadingState: {
      invoke: {
        id: 'loadResumeState',
        src: 'loadResumeState',
        input: ({ context: { account } }) => ({ account }),
        onDone: { target: 'loadingOrders', actions: { type: 'reportResumeState', params: ({ event }) => event } },
        onError: { target: 'loadingOrders', actions: 'reportEmptyResumeState' },
      },
    },
    loadingOrders: {
      invoke: {
        id: 'loadUnpaidOrders',
        src: 'loadUnpaidOrders',
        input: {},
        onDone: { target: 'done', actions: { type: 'reportUnpaid', params: ({ event }) => event } },
        onError: [
          { guard: 'isFirstFailure', target: 'backingOff', actions: ['setUnpaidFailed', 'reportUnpaidFailed'] },
          { target: 'backingOff' },
        ],
      },
    },
    backingOff: {
      description: 'Loads the unpaid orders of other devices again later. Only the first failure is reported.',
      after: { retryDelay: 'loadingOrders' },
    },
    done: { always: { guard: 'isWatching', target: 'watching' } },
    watching: {
      description: 'An order that the player no longer waits for may still appear: it must be shown then.',
      after: { watchPause: 'loadingAgain' },
    },
    loadingAgain: {
      entry: 'countLook',
      invoke: {
        id: 'loadUnpaidAgain',
        src: 'loadUnpaidOrders',
        input: {},
        onDone: { target: 'done', actions: { type: 'reportNewUnpaid', params: ({ event }) => event } },
        onError: 'done',
      },
    },
  },
});
