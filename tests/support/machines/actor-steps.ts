import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { matchesDescriptor } from '../../../src/qa/core/chart/definition.chart.ts';
import { ancestorsOf } from '../../../src/qa/core/inspect/taken-transitions.ts';
import { type ChartTransitions, type CoverageTransition, childrenOf } from './chart-transitions.ts';

/** The transitions that an actor takes in one step, and those before them whose guard was false. */
export type MicroStep = {
  readonly taken: readonly CoverageTransition[];
  readonly refused: readonly CoverageTransition[];
};

type Definitions = readonly AnyTransitionDefinition[];
type Selected = ReadonlySet<AnyTransitionDefinition>;

/** The transitions of a state for an event, in the order of XState. */
export const candidatesFor = (node: AnyStateNode, type: string): Definitions =>
  [...node.transitions.keys()]
    .filter((descriptor) => matchesDescriptor(descriptor, type))
    .sort((one, other) => Number(other === type) - Number(one === type) || other.length - one.length)
    .flatMap((descriptor) => node.transitions.get(descriptor) ?? []);

/** The transitions that XState rejects before it selects one of the candidates, or none. */
const refusedAmong = (candidates: Definitions, selected: Selected) => {
  const at = candidates.findIndex((one) => selected.has(one));
  return { isSelected: at !== -1, refused: at === -1 ? candidates : candidates.slice(0, at) };
};

/** The rejected transitions for an event. XState examines the states from the inside out, until one has a transition. */
const refusedByEvent = (nodes: readonly AnyStateNode[], type: string, selected: Selected): Definitions => {
  const active = new Set(nodes);
  const found: AnyTransitionDefinition[] = [];
  const examine = (node: AnyStateNode): boolean => {
    const inner = childrenOf(node)
      .filter((child) => active.has(child))
      .map(examine);
    if (inner.includes(true)) return true;
    const { isSelected, refused } = refusedAmong(candidatesFor(node, type), selected);
    found.push(...refused);
    return isSelected;
  };
  for (const node of nodes) if (!node.parent) examine(node);
  return found;
};

const isAtomic = ({ type }: AnyStateNode): boolean => type === 'atomic' || type === 'final';

/**
 * The rejected eventless transitions of all regions. XState drops a transition of a region that another one leaves, and does not report
 * it; such a region is skipped. `after`: the active states that follow.
 */
const refusedEventless = (
  nodes: readonly AnyStateNode[],
  after: readonly AnyStateNode[],
  selected: Selected,
): Definitions =>
  nodes.filter(isAtomic).flatMap((atomic) => {
    const refused: AnyTransitionDefinition[] = [];
    for (const node of [atomic, ...ancestorsOf(atomic)]) {
      const among = refusedAmong(node.always ?? [], selected);
      refused.push(...among.refused);
      if (among.isSelected) return refused;
    }
    return after.includes(atomic) ? refused : [];
  });

const refusedAtRest = (nodes: readonly AnyStateNode[]): Definitions => nodes.flatMap(({ always }) => always ?? []);

const nodesOf = ({ _nodes }: AnyMachineSnapshot): readonly AnyStateNode[] => _nodes;

export type SeenMicrostep = Pick<
  Extract<InspectionEvent, { readonly type: '@xstate.microstep' }>,
  'event' | 'snapshot' | '_transitions'
>;

/**
 * Derives the outcomes of guards from what an actor reports. `start`: the active states before its next report; `isSettled`: their
 * eventless transitions were examined.
 */
export const createActorSteps = ({ moveOf }: ChartTransitions, start: readonly AnyStateNode[], isSettled: boolean) => {
  let nodes = start;
  let isExamined = isSettled;

  const movesOf = (definitions: Definitions): readonly CoverageTransition[] =>
    [...new Set(definitions)].flatMap((one) => moveOf(one) ?? []);
  const guarded = (definitions: Definitions): readonly CoverageTransition[] =>
    movesOf(definitions.filter(({ guard }) => guard !== undefined));

  const refusedIn = ({ event, _transitions, snapshot }: SeenMicrostep): Definitions => {
    const selected = new Set(_transitions);
    if (_transitions.some(({ eventType }) => eventType === ''))
      return refusedEventless(nodes, nodesOf(snapshot as AnyMachineSnapshot), selected);
    const eventless = isExamined ? [] : refusedAtRest(nodes);
    return event.type === 'xstate.stop' ? eventless : [...eventless, ...refusedByEvent(nodes, event.type, selected)];
  };

  return {
    microstep: (seen: SeenMicrostep): MicroStep => {
      const refused = guarded(refusedIn(seen));
      const snapshot = seen.snapshot as AnyMachineSnapshot;
      nodes = nodesOf(snapshot);
      isExamined = snapshot.status !== 'active';
      return { taken: movesOf(seen._transitions), refused };
    },
    /** The actor has handled a message. */
    rest: (snapshot: AnyMachineSnapshot): MicroStep => {
      nodes = nodesOf(snapshot);
      const isOver = isExamined || snapshot.status !== 'active';
      isExamined = true;
      return { taken: [], refused: isOver ? [] : guarded(refusedAtRest(nodes)) };
    },
  };
};
