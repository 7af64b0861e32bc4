import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';

const LIMIT_MS = 60_000;
const STEP_MS = 20;

/** The tests of a group of files stop `Date` alone: their timers run. */
const areTimersStopped = (): boolean => vi.isFakeTimers() && 'clock' in setTimeout;

/** Waits until `check` stops throwing, however busy the machine is. Stopped timers move a step for each millisecond. */
export const until = async <Result>(check: () => Result | Promise<Result>): Promise<Result> => {
  if (!areTimersStopped()) return vi.waitFor(check, { timeout: LIMIT_MS, interval: STEP_MS });
  for (let left = LIMIT_MS; left > 0; left -= 1)
    try {
      return await check();
    } catch {
      await vi.advanceTimersByTimeAsync(STEP_MS);
      await pause(1);
    }
  return check();
};
