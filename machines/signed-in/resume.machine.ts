import { resumeSetup } from './resume.setup.ts';

export const resumeMachine = resumeSetup.createMachine({
  id: 'restoration',
  options: { maxIterations: 1_000 },
  context: ({ input: { account } }) => ({ account, missed: false }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'loadResumeState',
        src: 'loadResumeState',
        input: ({ context: { account } }) => ({ account }),
        onDone: { target: 'asking', actions: { type: 'reportResumeState', params: ({ event }) => event } },
        onError: { target: 'asking', actions: 'reportEmptyResumeState' },
      },
    },
    asking: {
      invoke: {
        id: 'listUnpaid',
        src: 'listUnpaid',
        input: {},
        onDone: { target: 'complete', actions: { type: 'reportUnpaid', params: ({ event }) => event } },
        onError: [
          { guard: 'isFirstMiss', target: 'missed', actions: ['setMissed', 'reportUnpaidMissed'] },
          { target: 'missed' },
        ],
      },
    },
    missed: {
      description: 'The orders of other devices are asked for again; nobody waits for them. It is told once.',
      after: { later: 'asking' },
    },
    complete: {},
  },
});
