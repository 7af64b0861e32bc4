import { useMemo } from 'react';
import {
  activeStates,
  type Chart,
  chartOf,
  isTriggeredBy,
  takenTransitionId,
} from '../../core/chart/definition.chart.ts';
import { refusalSentence, transitionSentence } from '../../core/chart/words.chart.ts';
import { type ActorSnapshot, type Step, snapshotAt, stepOfSnapshot, type Timeline, trackOf } from './timeline.ts';

/** The chart of a definition; null if the definition is not a chart. */
const useChart = (definition: string | null): Chart | null =>
  useMemo(() => {
    try {
      return definition === null ? null : chartOf(definition);
    } catch {
      return null;
    }
  }, [definition]);

/** Ids of the transitions that led to a snapshot. */
export const lastTransitions = (chart: Chart, { taken }: ActorSnapshot): ReadonlySet<string> =>
  new Set(taken.map((one) => takenTransitionId(chart, one)));

/** The guarded transitions that rejected a message. Empty if it took a transition. */
export const refusedTransitions = (chart: Chart, { taken, value, event }: ActorSnapshot) => {
  if (taken.length > 0) return [];
  const active = activeStates(chart, value);
  return chart.moves.filter(
    ({ source, trigger, guard }) => guard !== null && active.has(source) && isTriggeredBy(trigger, event.type),
  );
};

/** The actor with the session id `wanted`, else the receiver of `step`; if it has no chart, the first with one. And what it did last. */
export const useShownMachine = (timeline: Timeline, step: Step | undefined, wanted: string | null) => {
  const machines = timeline.tracks.filter(({ definition }) => definition !== null);
  const chosen = trackOf(timeline, wanted) ?? trackOf(timeline, step?.to ?? null) ?? machines[0] ?? null;
  const shown = chosen?.definition === null ? (machines[0] ?? null) : chosen;
  const actorState = shown && step ? snapshotAt(timeline, shown.sessionId, step.upTo) : null;
  const chart = useChart(shown?.definition ?? null);
  const cause = shown && actorState ? stepOfSnapshot(timeline, shown.sessionId, actorState.now.index) : null;
  const lit = chart && actorState ? lastTransitions(chart, actorState.now) : new Set<string>();
  const taken = [...lit].flatMap((id) => {
    const move = chart?.moves.find((one) => one.id === id);
    return chart && move ? [{ id, text: transitionSentence(chart, move) }] : [];
  });
  const refused =
    chart && actorState
      ? refusedTransitions(chart, actorState.now).map((move) => ({ id: move.id, text: refusalSentence(chart, move) }))
      : [];
  return {
    machines,
    shown,
    actorState,
    chart,
    /** The message that led to its snapshot: the shown one, an earlier one, or null if the recording lacks it. */
    cause,
    lit,
    /** The transitions that it took at that message, in order. */
    taken,
    /** If none was taken: the transitions that a guard prevented. */
    refused,
  };
};
