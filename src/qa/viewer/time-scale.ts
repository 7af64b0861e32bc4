/** A longer gap between two moments is drawn as a pause, ms. */
const IDLE_MS = 2_000;
/** The length of a pause on the axis, in ms of the rest of the axis. */
const PAUSE_MS = 400;

type Part = { readonly from: number; readonly to: number; readonly x: number; readonly length: number };

type Pause = { readonly x: number; readonly length: number; readonly ms: number };

/** The axis of the timeline. `x` is in ms of the drawn time, in which pauses are shorter. */
export type TimeScale = {
  readonly start: number;
  readonly length: number;
  readonly pauses: readonly Pause[];
  readonly xOf: (at: number) => number;
  readonly timeAt: (x: number) => number;
};

const isPause = ({ from, to, length }: Part): boolean => to - from > length;

/** `moments`: when something happened, epoch ms, in any order. Without pauses, five minutes of reading would hide everything else. */
export const timeScale = (moments: readonly number[]): TimeScale => {
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  const start = sorted[0] ?? 0;
  const parts: Part[] = [];
  let x = 0;
  for (const [at, from] of sorted.slice(0, -1).entries()) {
    const to = sorted[at + 1] ?? from;
    const length = to - from > IDLE_MS ? PAUSE_MS : to - from;
    parts.push({ from, to, x, length });
    x += length;
  }
  const length = Math.max(1, x);
  return {
    start,
    length,
    pauses: parts.filter(isPause).map(({ from, to, x, length }) => ({ x, length, ms: to - from })),
    xOf: (at) => {
      const part = parts.find(({ to }) => at <= to);
      if (!part) return length;
      return part.x + (part.length * Math.max(0, at - part.from)) / (part.to - part.from);
    },
    timeAt: (wanted) => {
      const part = parts.find((one) => wanted <= one.x + one.length);
      if (!part) return sorted.at(-1) ?? start;
      return part.from + ((part.to - part.from) * Math.max(0, wanted - part.x)) / part.length;
    },
  };
};

const TICK_STEPS_MS = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** Times for the ruler, in ms since the start, with their places: at least `distance` apart on the axis, and not inside a pause. */
export const ticksOf = (scale: TimeScale, distance: number): readonly { readonly ms: number; readonly x: number }[] => {
  const step = TICK_STEPS_MS.find((ms) => ms >= distance) ?? distance;
  const ends = [...scale.pauses, { x: scale.length, length: 0, ms: 0 }];
  const found: { ms: number; x: number }[] = [];
  let x = 0;
  for (const pause of ends) {
    const from = scale.timeAt(x) - scale.start;
    const to = scale.timeAt(pause.x) - scale.start;
    for (let ms = Math.ceil(from / step) * step; ms <= to; ms += step) {
      const tick = { ms, x: x + ms - from };
      if (tick.x - (found.at(-1)?.x ?? -distance) >= distance) found.push(tick);
    }
    x = pause.x + pause.length;
  }
  return found;
};
