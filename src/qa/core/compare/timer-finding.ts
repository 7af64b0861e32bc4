import type { EndedTimer } from '../replay/replay.ts';
import { shortPath } from '../replay/run-log.lines.ts';

/** Timers are exact to a few milliseconds. */
const isEarly = ({ waited, delay }: EndedTimer): boolean => waited < delay - 100 - delay / 50;

/** The recordings of the tests jump over longer times. */
const LONGEST_MS = 60_000;

const isLate = ({ waited, delay }: EndedTimer): boolean => waited > delay * 1.5 + 1_000 && waited < LONGEST_MS;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** `pollInterval` of `xstate.after.pollInterval.payment.following.polling`. */
const nameOf = ({ row }: EndedTimer): string => /^xstate\.after\.([^.]+)/.exec(row.event.type)?.[1] ?? row.event.type;

/** The first timer for which this build waits longer or, if `isExact`, shorter than the recording, each time, in words. A recording of a page in the background is not exact. */
export const otherTimer = (
  timers: readonly EndedTimer[],
  isExact: boolean,
): { readonly timer: EndedTimer; readonly text: string } | null => {
  for (const timer of timers) {
    const same = timers.filter(({ row }) => row.event.type === timer.row.event.type);
    if (!same.every(isEarly) && !(isExact && same.every(isLate))) continue;
    const { row, waited, delay } = timer;
    return {
      timer,
      text: `${shortPath(row.to)} waited ${seconds(waited)} for its ${nameOf(timer)}, and now ${seconds(delay)}`,
    };
  }
  return null;
};
