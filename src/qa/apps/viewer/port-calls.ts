import { activeStates, chartOf } from '../../core/chart/definition.chart.ts';
import { type Step, type Timeline, type Track, trackOf } from './timeline.ts';

/** A promise that a machine started, such as a request of the API. Times: epoch ms. `end` is null while it runs. */
export type PortCall = {
  readonly sessionId: string;
  readonly name: string;
  readonly start: number;
  readonly end: number | null;
  readonly outcome: 'answered' | 'failed' | 'stopped' | 'running';
  readonly why: string | null;
  /** Index of the message with its outcome, else of its start. */
  readonly upTo: number;
};

const OUTCOME = /^xstate\.(done|error)\.actor\.(.+)$/;

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null;

const LONGEST_REASON = 120;

const reasonOf = (error: unknown): string => {
  if (isObject(error) && typeof error['message'] === 'string') return error['message'];
  return (typeof error === 'string' ? error : (JSON.stringify(error) ?? 'no reason')).slice(0, LONGEST_REASON);
};

/** By session id, the message with an actor's outcome. A replay does not know its sender: it is the newest child of that name before it. */
const outcomesOf = ({ tracks, steps }: Timeline): ReadonlyMap<string, Step> => {
  const found = new Map<string, Step>();
  for (const step of steps) {
    const [, , name] = OUTCOME.exec(step.event.type) ?? [];
    if (name === undefined) continue;
    const isChild = (track: Track): boolean =>
      track.parentId === step.to && track.name === name && track.since < step.index && !found.has(track.sessionId);
    const sender = trackOf({ tracks }, step.from) ?? tracks.filter(isChild).sort((a, b) => b.since - a.since)[0];
    if (sender) found.set(sender.sessionId, step);
  }
  return found;
};

/** The calls of ports in a page load, in the order of their starts. */
export const portCalls = (timeline: Timeline): readonly PortCall[] => {
  const { times, tracks, snapshots } = timeline;
  const [first = 0] = times;
  const outcomes = outcomesOf(timeline);
  const charts = new Map(
    tracks.flatMap(({ sessionId, definition }) => (definition === null ? [] : [[sessionId, chartOf(definition)]])),
  );
  const calls = tracks.flatMap((track): PortCall[] => {
    const { sessionId, name, parentId, definition, since } = track;
    if (definition !== null || parentId === null) return [];
    const start = times[since] ?? first;
    const step = outcomes.get(sessionId);
    if (step) {
      const ended = { sessionId, name, start, end: first + step.at, upTo: step.upTo };
      if (step.event.type.startsWith('xstate.done')) return [{ ...ended, outcome: 'answered', why: null }];
      return [{ ...ended, outcome: 'failed', why: reasonOf(step.event['error']) }];
    }
    const chart = charts.get(parentId);
    const waiting = chart?.moves.filter(({ trigger }) => trigger.kind === 'done' && trigger.invoke === name) ?? [];
    // What a machine invokes without waiting for a result is a listener.
    if (!chart || waiting.length === 0) return [];
    const isWaiting = (active: ReadonlySet<string>): boolean => waiting.some(({ source }) => active.has(source));
    const left = (snapshots.get(parentId) ?? []).find(
      ({ index, value, status }) => index > since && (status !== 'active' || !isWaiting(activeStates(chart, value))),
    );
    const end = left ? (times[left.index] ?? null) : null;
    return [{ sessionId, name, start, end, outcome: end === null ? 'running' : 'stopped', why: null, upTo: since }];
  });
  return calls.toSorted((a, b) => a.start - b.start);
};

/** The row of each interval, so that intervals in a row do not overlap; at most `most` rows, of which the last may have overlaps. */
export const packRows = (intervals: readonly { readonly from: number; readonly to: number }[], most: number) => {
  const ends: number[] = [];
  return intervals.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free >= 0 ? free : Math.min(ends.length, most - 1);
    ends[row] = Math.max(to, ends[row] ?? 0);
    return row;
  });
};
