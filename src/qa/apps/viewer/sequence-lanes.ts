import { type Step, type Timeline, type Track, trackOf } from './timeline.ts';

export type Lane = { readonly sessionId: string; readonly name: string };
export type LaneStep = {
  readonly step: Step;
  /** Index in the list of shown steps. */
  readonly position: number;
  /** Lanes of sender and receiver; the same for an external event, or if a machine sends a message to itself. */
  readonly from: number;
  readonly to: number;
  /** An actor without a lane of its own (a promise, a callback) that sent it. */
  readonly by: string | null;
};

const machineOf = (timeline: Timeline, sessionId: string | null): string | null => {
  const track = trackOf(timeline, sessionId);
  if (!track || track.definition !== null) return track?.sessionId ?? null;
  return machineOf(timeline, track.parentId);
};

/** The name of a lane, with the name of the parent actor if several lanes have the same name. */
const laneName = (timeline: Timeline, lanes: readonly Track[], { sessionId, name, parentId }: Track): string => {
  const isShared = lanes.some((other) => other.name === name && other.sessionId !== sessionId);
  const parent = isShared ? trackOf(timeline, parentId) : null;
  return parent ? `${parent.name} / ${name}` : name;
};

/** The part of the sequence around `position`, with a lane for each machine that takes part in it. */
export const lanesAround = (
  timeline: Timeline,
  steps: readonly Step[],
  position: number,
  reach: number,
): { readonly lanes: readonly Lane[]; readonly rows: readonly LaneStep[] } => {
  const first = Math.max(0, Math.min(position - reach, steps.length - 2 * reach - 1));
  const part = steps.slice(first, first + 2 * reach + 1);
  const laneIds = (step: Step) => ({
    from: machineOf(timeline, step.from) ?? machineOf(timeline, step.to) ?? step.to,
    to: machineOf(timeline, step.to) ?? step.to,
  });
  const used = new Set(part.flatMap((step) => Object.values(laneIds(step))));
  const lanes = timeline.tracks.filter(({ sessionId }) => used.has(sessionId));
  const laneOf = new Map(lanes.map(({ sessionId }, at) => [sessionId, at]));
  const rows = part.map((step, at): LaneStep => {
    const ids = laneIds(step);
    const sender = trackOf(timeline, step.from);
    return {
      step,
      position: first + at,
      from: laneOf.get(ids.from) ?? 0,
      to: laneOf.get(ids.to) ?? 0,
      by: sender && sender.definition === null ? sender.name : null,
    };
  });
  return {
    lanes: lanes.map((track) => ({ sessionId: track.sessionId, name: laneName(timeline, lanes, track) })),
    rows,
  };
};
