import type { OpenRun } from './open-run.ts';
import { type PortCall, packRows, portCalls } from './port-calls.ts';
import type { Step } from './timeline.ts';

/** A longer gap between two moments is drawn as a pause, ms. */
const IDLE_MS = 2_000;
/** The length of a pause on the axis, in ms of the rest of the axis. */
const PAUSE_MS = 400;

type Part = { readonly from: number; readonly to: number; readonly x: number; readonly length: number };

const isPause = ({ from, to, length }: Part): boolean => to - from > length;

/** The axis: `x` is in ms with short pauses, because minutes of reading would hide everything else. `moments`: epoch ms, in any order. */
export const timeScale = (moments: readonly number[]) => {
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
    xOf: (at: number): number => {
      const part = parts.find(({ to }) => at <= to);
      if (!part) return length;
      return part.x + (part.length * Math.max(0, at - part.from)) / (part.to - part.from);
    },
    timeAt: (wanted: number): number => {
      const part = parts.find((one) => wanted <= one.x + one.length);
      if (!part) return sorted.at(-1) ?? start;
      return part.from + ((part.to - part.from) * Math.max(0, wanted - part.x)) / part.length;
    },
  };
};

export type TimeScale = ReturnType<typeof timeScale>;

const TICK_STEPS_MS = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** Times for the ruler, in ms since the start, with their places: at least `distance` apart on the axis, and not inside a pause. */
export const ticksOf = (scale: TimeScale, distance: number) => {
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

/** What the lanes of a page load show. `number`: of the page load, from 0. `moments`: its listed messages. Times: epoch ms. */
export const loadLanes = ({ run, timeline, screens }: OpenRun, number: number, steps: readonly Step[]) => ({
  number,
  label: `tab ${run.tab}, ${run.address}`,
  start: run.startedAt,
  end: run.startedAt + (run.rows.at(-1)?.at ?? 0),
  screens,
  calls: portCalls(timeline),
  moments: steps.map(({ at, upTo }) => ({ at: (timeline.times[0] ?? 0) + at, upTo })),
});

type LoadLanes = ReturnType<typeof loadLanes>;

export const momentsOf = (lanes: readonly LoadLanes[]): readonly number[] =>
  lanes.flatMap(({ start, end, calls, moments }) => [
    start,
    end,
    ...moments.map(({ at }) => at),
    ...calls.flatMap((call) => (call.end === null ? [call.start] : [call.start, call.end])),
  ]);

/** The calls of a page load as bars. `shortest`: in units of the scale. A call without an end lasts as long as the page load. */
export const barsOf = ({ end, calls }: LoadLanes, scale: TimeScale, shortest: number, rows: number) => {
  const spans = calls.map((call) => {
    const x = scale.xOf(call.start);
    return { call, x, length: Math.max(shortest, scale.xOf(call.end ?? end) - x) };
  });
  const rowOf = packRows(
    spans.map(({ x, length }) => ({ from: x, to: x + length })),
    rows,
  );
  return spans.map((span, at) => ({ ...span, row: rowOf[at] ?? 0 }));
};

export const nearestMoment = (lanes: readonly LoadLanes[], at: number) => {
  const all = lanes.flatMap(({ number, moments }) => moments.map((moment) => ({ ...moment, load: number })));
  return all.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0] ?? null;
};

export const durationText = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
};

export const callText = ({ name, start, end, outcome, why }: PortCall): string => {
  if (end === null) return `${name}, still running`;
  return `${name}, ${outcome} after ${durationText(end - start)}${why === null ? '' : `: ${why}`}`;
};
