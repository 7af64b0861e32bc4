import type { Chart, ChartTransition } from '../chart/chart.types.ts';
import { activeStates } from '../chart/fold.chart.ts';
import { isTriggeredBy, takenTransitionId } from '../chart/reported-transitions.ts';
import type { ActorSnapshot } from './timeline.ts';

/** Ids of the transitions that led to a snapshot. */
export const lastTransitions = (chart: Chart, { taken }: ActorSnapshot): ReadonlySet<string> =>
  new Set(taken.flatMap((one) => takenTransitionId(chart, one) ?? []));

/** The guarded transitions that rejected a message. Empty if it took a transition. */
export const refusedTransitions = (
  chart: Chart,
  { taken, value, event }: ActorSnapshot,
): readonly ChartTransition[] => {
  if (taken.length > 0) return [];
  const active = activeStates(chart, value);
  return chart.moves.filter(
    ({ source, trigger, guard }) => guard !== null && active.has(source) && isTriggeredBy(trigger, event.type),
  );
};
