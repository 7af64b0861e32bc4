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
