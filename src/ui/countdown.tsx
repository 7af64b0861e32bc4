import { type ReactNode, useEffect, useState } from 'react';
import { clockText, reachedMark, secondsLeft, untilNextSecond } from './countdown-clock.ts';

const MARKS: readonly number[] = [180, 60, 20];

export type CountdownProps = {
  /** Epoch ms, on the clock that `now` reads. */
  readonly deadline: number;
  readonly now: () => number;
  /** `text` is "4:59". */
  readonly label: (text: string) => ReactNode;
  /** The sentence for a screen reader. */
  readonly announce: (seconds: number) => string;
  /** Seconds left at which it is spoken, and never in between. */
  readonly announceAt?: readonly number[];
};

export const Countdown = ({ deadline, now, label, announce, announceAt = MARKS }: CountdownProps): ReactNode => {
  const [beat, setBeat] = useState(() => ({ seconds: secondsLeft(deadline, now()) }));
  const [spoken, setSpoken] = useState<number | null>(null);
  const left = secondsLeft(deadline, now());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each beat arms the next one
  useEffect(() => {
    if (secondsLeft(deadline, now()) === 0) return;
    const timer = setTimeout(() => {
      const seconds = secondsLeft(deadline, now());
      if (reachedMark(beat.seconds, seconds, announceAt)) setSpoken(seconds);
      setBeat({ seconds });
    }, untilNextSecond(deadline, now()) + 5);
    return () => clearTimeout(timer);
  }, [deadline, beat]);

  return (
    <>
      <span role="timer" aria-live="off" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {label(clockText(left))}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {spoken === null ? '' : announce(spoken)}
      </span>
    </>
  );
};
