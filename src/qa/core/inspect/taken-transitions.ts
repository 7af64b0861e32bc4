import type { AnyTransitionDefinition, InspectionEvent } from 'xstate';

/**
 * A transition that an actor took. `source`: keys of its state below the root; `event`: its event, empty for eventless ones; `rank`:
 * its index among the candidates for that event in the state.
 */
export type ReportedTransition = { readonly source: readonly string[]; readonly event: string; readonly rank: number };

/** The transitions of its state for the same event, in the chart's order. */
export const candidatesOf = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

const moveOf = (transition: AnyTransitionDefinition): ReportedTransition => ({
  source: transition.source.path,
  event: transition.eventType,
  rank: candidatesOf(transition).indexOf(transition),
});

/**
 * XState reports each microstep between an event and its snapshot, also those of raised events. Returns the transitions that led to a
 * snapshot, and an empty list for other inspection events.
 */
export const createTakenTransitions = () => {
  const open = new Map<string, ReportedTransition[]>();
  return (seen: InspectionEvent): readonly ReportedTransition[] => {
    const { sessionId } = seen.actorRef;
    if (seen.type === '@xstate.microstep') {
      const moves = open.get(sessionId) ?? [];
      open.set(sessionId, [...moves, ...seen._transitions.map(moveOf)]);
      return [];
    }
    if (seen.type !== '@xstate.snapshot') return [];
    const moves = open.get(sessionId) ?? [];
    open.delete(sessionId);
    return moves;
  };
};
