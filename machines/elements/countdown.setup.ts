import { assign, type DoneActorEvent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { CountdownContext, CountdownInput } from './countdown.types.ts';

type ContextArgs = { readonly context: CountdownContext };

export const secondsOf = ({ event }: { readonly event: DoneActorEvent<number> }): number => event.output;

export const deadlineOf = ({ context: { deadlineAt } }: ContextArgs) => ({ deadlineAt });

/** Whether a mark was reached between two readings of the clock, which may be more than a second apart. */
export const hasReachedMark = (before: number, seconds: number, marks: readonly number[]): boolean =>
  marks.some((mark) => before > mark && seconds <= mark && seconds > 0);

export const countdownSetup = setup({
  types: { context: {} as CountdownContext, input: {} as CountdownInput },
  actors: { waitForSecond: portStub<number, { readonly deadlineAt: number }>('waitForSecond') },
  actions: {
    setSeconds: assign(({ context: { seconds: before, marks, spoken } }, seconds: number) => ({
      seconds,
      spoken: hasReachedMark(before, seconds, marks) ? seconds : spoken,
    })),
  },
});
