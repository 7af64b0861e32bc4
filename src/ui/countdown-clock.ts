const SECOND = 1_000;

/** Whole seconds until `deadline`, both in epoch ms; a second counts until it is over. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / SECOND));

/** Milliseconds until `secondsLeft` changes. */
export const untilNextSecond = (deadline: number, now: number): number => {
  const rest = (deadline - now) % SECOND;
  return rest > 0 ? rest : SECOND;
};

/** 65 → "1:05". */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Whether a mark was reached between two looks at the clock, which may lie more than a second apart. */
export const reachedMark = (before: number, seconds: number, marks: readonly number[]): boolean =>
  marks.some((mark) => before > mark && seconds <= mark && seconds > 0);
