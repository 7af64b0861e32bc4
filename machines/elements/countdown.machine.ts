import { countdownSetup, deadlineOf, secondsOf } from './countdown.setup.ts';

export const countdownMachine = countdownSetup.createMachine({
  id: 'countdown',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ ...input, spoken: null }),
  initial: 'counting',
  states: {
    counting: {
      always: { guard: 'isOver', target: 'over' },
      invoke: {
        id: 'waitForSecond',
        src: 'waitForSecond',
        input: deadlineOf,
        onDone: { target: 'counting', reenter: true, actions: { type: 'setSeconds', params: secondsOf } },
        onError: 'over',
      },
    },
    over: {},
  },
});
