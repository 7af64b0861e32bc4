import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import {
  countdownMachine,
  selectAnnouncedSeconds,
  selectSecondsLeft,
} from '../../../machines/elements/countdown.machine.ts';
import { wire } from '../../../machines/kernel/port.ts';
import { useBrowserActions } from './portal.context.tsx';

const SECOND = 1_000;

/** Seconds until `deadline`, rounded up. `deadline` and `now` are in epoch ms. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / SECOND));

/** Milliseconds until `secondsLeft` changes. */
export const untilNextSecond = (deadline: number, now: number): number => {
  const rest = (deadline - now) % SECOND;
  return rest > 0 ? rest : SECOND;
};

/** 65 → "1:05". */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Timers may fire early: without this margin they would read the previous second. */
const MARGIN = 5;

/** Resolves with the seconds left as soon as they change, by the clock that `now` reads. */
export const waitForSecond =
  (now: () => number) =>
  ({ deadlineAt }: { readonly deadlineAt: number }, signal: AbortSignal): Promise<number> =>
    new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve(secondsLeft(deadlineAt, now())),
        untilNextSecond(deadlineAt, now()) + MARGIN,
      );
      signal.addEventListener('abort', () => clearTimeout(timer));
    });

const MARKS: readonly number[] = [180, 60, 20];

export type CountdownProps = {
  /** Epoch ms of the server. */
  readonly deadlineAt: number;
  /** `text` is "4:59". */
  readonly label?: (text: string) => ReactNode;
  /** The text that a screen reader announces. Without it, the label is a part of the name of a control. */
  readonly announce?: (seconds: number) => string;
  /** Remaining seconds at which a screen reader announces it. */
  readonly announceAt?: readonly number[];
};

const Clock = ({ deadlineAt, label, announce, announceAt = MARKS }: CountdownProps) => {
  const { serverNow } = useBrowserActions();
  const actor = useActorRef(wire(countdownMachine, { waitForSecond: waitForSecond(serverNow) }), {
    input: { deadlineAt, seconds: secondsLeft(deadlineAt, serverNow()), marks: announceAt },
  });
  const seconds = useSelector(actor, selectSecondsLeft);
  const announcedSeconds = useSelector(actor, selectAnnouncedSeconds);
  return (
    <>
      {label && (
        <span {...(announce && { role: 'timer', 'aria-live': 'off' })} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {label(clockText(seconds))}
        </span>
      )}
      {announce && (
        <span className="visually-hidden" aria-live="polite">
          {announcedSeconds === null ? '' : announce(announcedSeconds)}
        </span>
      )}
    </>
  );
};

/** Time left on the server's clock. A new deadline starts a new countdown. */
export const Countdown = (props: CountdownProps) => <Clock key={props.deadlineAt} {...props} />;
