import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, InspectionEvent } from 'xstate';

/** `source`: keys of its state below the root; `event`: '' for an eventless one; `rank`: its index among the candidates for that event. */
export type ReportedTransition = { readonly source: readonly string[]; readonly event: string; readonly rank: number };

/** The transitions of its state for the same event, in the chart's order. */
const candidatesOf = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

const moveOf = (transition: AnyTransitionDefinition): ReportedTransition => ({
  source: transition.source.path,
  event: transition.eventType,
  rank: candidatesOf(transition).indexOf(transition),
});

/** The transitions that led to a snapshot, also those of raised events, from the microsteps before it; none for other inspection events. */
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
const isInDomain = (node: AnyStateNode, transition: AnyTransitionDefinition): boolean => {
  if (!transition.target?.length) return false;
  const domain = domainOf(transition);
  return domain === null || isBelow(node, domain);
};

type ActiveNodes = { readonly before: readonly AnyStateNode[]; readonly after: readonly AnyStateNode[] };

/** A state that handles the event, and the guards that rejected it. */
export type Refusal = { readonly source: string; readonly event: string; readonly guards: readonly string[] };

type Implementation = AnyTransitionDefinition['guard'] | AnyTransitionDefinition['actions'][number];

export const nameOf = (implementation: Implementation): string | null => {
  if (implementation === undefined) return null;
  if (typeof implementation === 'string') return implementation;
  return typeof implementation === 'function' ? implementation.name : implementation.type;
};

/** The actions that start and stop the timers of a state; XState adds them to the actions of the state. */
const TIMERS: ReadonlySet<unknown> = new Set(['xstate.raise', 'xstate.cancel']);

const isTimer = (action: AnyTransitionDefinition['actions'][number]): boolean =>
  typeof action === 'function' && 'type' in action && TIMERS.has(action.type);

export const namesOf = (actions: AnyTransitionDefinition['actions']): readonly string[] =>
  actions.flatMap((action) => (isTimer(action) ? [] : (nameOf(action) ?? [])));

const actionsOf = (definition: AnyTransitionDefinition, { before, after }: ActiveNodes): readonly string[] => {
  const inDomain = (nodes: readonly AnyStateNode[]) =>
    nodes.filter((node) => isInDomain(node, definition)).sort((one, other) => one.order - other.order);
  return namesOf([
    ...inDomain(before)
      .reverse()
      .flatMap(({ exit }) => exit),
    ...definition.actions,
    ...inDomain(after).flatMap(({ entry }) => entry),
  ]);
};

/**
 * A transition by the ids of its states. `event`: '' for an eventless transition. `refused`: the guards of the earlier alternatives in the chart. No
 * `targets`: it stays where it is. `actions`, in the order in which they run: those of the states it leaves, its own, and those of the states it
 * enters.
 */
export const takenTransition = (definition: AnyTransitionDefinition, nodes: ActiveNodes) => {
  const among = candidatesOf(definition);
  const earlier = among.slice(0, Math.max(0, among.indexOf(definition)));
  return {
    source: definition.source.id,
    event: definition.eventType,
    guard: nameOf(definition.guard),
    refused: earlier.flatMap(({ guard }) => nameOf(guard) ?? []),
    targets: definition.target?.map(({ id }) => id) ?? [],
    actions: actionsOf(definition, nodes),
  };
};

export type TakenTransition = ReturnType<typeof takenTransition>;

/** The guards that rejected an event, by state; empty: no active state handles it. */
export const refusalsOf = ({ _nodes }: AnyMachineSnapshot, event: string): readonly Refusal[] =>
  _nodes.flatMap(({ id, transitions }) => {
    const guards = (transitions.get(event) ?? []).flatMap(({ guard }) => nameOf(guard) ?? []);
    return guards.length > 0 ? [{ source: id, event, guards }] : [];
  });
