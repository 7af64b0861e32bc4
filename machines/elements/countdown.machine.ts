import { assign, type SnapshotFrom, setup } from 'xstate';
import { type Port, ports } from '../kernel/port.ts';

/** `deadlineAt`: epoch ms of the server. `seconds`: whole seconds left. `marks`: seconds left at which a screen reader announces them. */
type CountdownInput = {
  readonly deadlineAt: number;
  readonly seconds: number;
  readonly marks: readonly number[];
};

type CountdownContext = CountdownInput & {
  /** The seconds that a screen reader announces; null before the first mark. */
  readonly announcedSeconds: number | null;
};

type CountdownPorts = {
  /** Resolves with the whole seconds left, as soon as they change. Never rejects. */
  waitForSecond: Port<number, { readonly deadlineAt: number }>;
};

/** Whether a mark was reached between two readings of the clock, which may be more than a second apart. */
export const hasReachedMark = (before: number, seconds: number, marks: readonly number[]): boolean =>
  marks.some((mark) => before > mark && seconds <= mark && seconds > 0);

export const countdownMachine = setup({
  types: { context: {} as CountdownContext, input: {} as CountdownInput },
  actors: ports<CountdownPorts>({ waitForSecond: 'port' }),
  actions: {
    setSeconds: assign(({ context: { seconds: before, marks, announcedSeconds } }, seconds: number) => ({
      seconds,
      announcedSeconds: hasReachedMark(before, seconds, marks) ? seconds : announcedSeconds,
    })),
  },
}).createMachine({
  id: 'countdown',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ ...input, announcedSeconds: null }),
  initial: 'counting',
  states: {
    counting: {
      description:
        'Reads the clock at 0 as well: it may be set after the first render, and then there is time left again.',
      invoke: {
        id: 'waitForSecond',
        src: 'waitForSecond',
        input: ({ context: { deadlineAt } }) => ({ deadlineAt }),
        onDone: {
          target: 'counting',
          reenter: true,
          actions: { type: 'setSeconds', params: ({ event }) => event.output },
        },
        onError: 'failed',
      },
    },
    failed: {},
  },
});

type CountdownSnapshot = SnapshotFrom<typeof countdownMachine>;

export const selectSecondsLeft = ({ context }: CountdownSnapshot): number => context.seconds;

export const selectAnnouncedSeconds = ({ context }: CountdownSnapshot): number | null => context.announcedSeconds;
