import { useMemo } from 'react';
import type { Chart } from '../chart/chart.types.ts';
import { takenTransitionId } from '../chart/reported-transitions.ts';
import type { Timeline } from './timeline.ts';

/**
 * How often the actors of a machine took each transition of its chart, by id; null if the sender does not report transitions. `definition`: the
 * definition of the machine.
 */
export const transitionCounts = (
  { tracks, snapshots }: Timeline,
  chart: Chart,
  definition: string,
): ReadonlyMap<string, number> | null => {
  const actors = tracks.filter((track) => track.definition === definition);
  const all = actors.flatMap(({ sessionId }) => snapshots.get(sessionId) ?? []);
  const counts = new Map(chart.moves.map(({ id }) => [id, 0]));
  for (const one of all.flatMap(({ taken }) => taken)) {
    const id = takenTransitionId(chart, one);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};

/** As `transitionCounts`; null without a timeline, a chart or its definition. */
export const useTransitionCounts = (
  timeline: Timeline | null,
  chart: Chart | null,
  definition: string | null,
): ReadonlyMap<string, number> | null =>
  useMemo(
    () => (timeline && chart && definition !== null ? transitionCounts(timeline, chart, definition) : null),
    [timeline, chart, definition],
  );
