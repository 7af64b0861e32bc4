import { restorationSetup } from './player-restoration.setup.ts';

export const restorationMachine = restorationSetup.createMachine({
  id: 'restoration',
  options: { maxIterations: 1_000 },
  context: ({ input: { account } }) => ({ account, missed: false }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'restoreWork',
        src: 'restoreWork',
        input: ({ context: { account } }) => ({ account }),
        onDone: { target: 'asking', actions: { type: 'tellWork', params: ({ event }) => event } },
        onError: { target: 'asking', actions: 'tellNoWork' },
      },
    },
    asking: {
      invoke: {
        id: 'listUnpaid',
        src: 'listUnpaid',
        input: {},
        onDone: { target: 'complete', actions: { type: 'tellUnpaid', params: ({ event }) => event } },
        onError: [{ guard: 'isFirstMiss', target: 'missed', actions: ['keepMiss', 'tellMiss'] }, { target: 'missed' }],
      },
    },
    missed: {
      description: 'The orders of other devices are asked for again; nobody waits for them. It is told once.',
      after: { later: 'asking' },
    },
    complete: {},
  },
});
