import type { AnyStateNode, AnyTransitionDefinition, InspectionEvent } from 'xstate';

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

/** From the parent to the root. */
const ancestorsOf = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [];

const isBelow = (node: AnyStateNode, other: AnyStateNode): boolean => ancestorsOf(node).includes(other);

/** The smallest state that a transition does not leave; null if it leaves the root and enters it again. */
const domainOf = ({ source, target = [], reenter }: AnyTransitionDefinition): AnyStateNode | null => {
  const inside = (one: AnyStateNode): boolean => one === source || isBelow(one, source);
  if (!reenter && target.every(inside)) return source;
  return ancestorsOf(source).find((above) => target.every((one) => isBelow(one, above))) ?? null;
};

/** Whether a transition leaves this state if it is active, or enters it if it is active afterwards. */
export const isInDomain = (node: AnyStateNode, transition: AnyTransitionDefinition): boolean => {
  if (!transition.target?.length) return false;
  const domain = domainOf(transition);
  return domain === null || isBelow(node, domain);
};
