import type { AnyTransitionDefinition, InspectionEvent } from 'xstate';

/**
 * A transition that an actor really took. `source`: keys of its state from below the root; `event`: what it waits for, empty for an
 * eventless one; `rank`: its place among the candidates for that in the state.
 */
export type TakenTransition = { readonly source: readonly string[]; readonly event: string; readonly rank: number };

/** All that its state waits with for the same event, in the chart's order. */
export const candidatesOf = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

const moveOf = (transition: AnyTransitionDefinition): TakenTransition => ({
  source: transition.source.path,
  event: transition.eventType,
  rank: candidatesOf(transition).indexOf(transition),
});

/**
 * XState tells of each step between an event and the snapshot after it; those of raised events, whose names no message holds, too.
 * Gives what led to a snapshot, for a snapshot; nothing for anything else.
 */
export const createTakenTransitions = () => {
  const open = new Map<string, TakenTransition[]>();
  return (seen: InspectionEvent): readonly TakenTransition[] => {
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
