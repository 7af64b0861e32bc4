import { countdownSetup, deadlineOf, secondsOf } from './countdown.setup.ts';

export const countdownMachine = countdownSetup.createMachine({
  id: 'countdown',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ ...input, spoken: null }),
  initial: 'counting',
  states: {
    counting: {
      description:
        'Reads the clock at 0 as well: it may be set after the first render, and then there is time left again.',
      invoke: {
        id: 'waitForSecond',
        src: 'waitForSecond',
        input: deadlineOf,
        onDone: { target: 'counting', reenter: true, actions: { type: 'setSeconds', params: secondsOf } },
        onError: 'failed',
      },
    },
    failed: {},
  },
});
