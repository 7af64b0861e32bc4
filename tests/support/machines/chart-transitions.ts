import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Chart } from '../../../src/qa/core/chart/definition.chart.ts';
import { chartOf } from '../../../src/qa/core/chart/definition.chart.ts';
import { takenTransitionId } from '../../../src/qa/core/chart/reported-transitions.ts';
import { candidatesOf } from '../../../src/qa/core/inspect/taken-transitions.ts';
import { ancestorsOf } from '../../../src/qa/core/inspect/transition-domain.ts';

export const childrenOf = (node: AnyStateNode): readonly AnyStateNode[] => Object.values(node.states);

const nodesBelow = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...childrenOf(node).flatMap(nodesBelow)];

/** A state and the states that start with it. */
export const startOf = (node: AnyStateNode): readonly AnyStateNode[] => {
  if (node.type === 'parallel') return [node, ...childrenOf(node).flatMap(startOf)];
  if (node.type !== 'compound') return [node];
  return [node, ...(node.initial.target ?? []).flatMap((first) => enteredFor(first, node))];
};

/** The states that are entered for a target below `domain`, the other regions of a parallel state included. */
const enteredFor = (target: AnyStateNode, domain: AnyStateNode | null): readonly AnyStateNode[] => {
  // A history state may lead to any state below its parent.
  if (target.type === 'history') return target.parent ? nodesBelow(target.parent) : [];
  const above = ancestorsOf(target);
  const between = domain === null ? above : above.slice(0, Math.max(0, above.indexOf(domain)));
  const regions = between.flatMap((node, at) =>
    node.type === 'parallel' ? childrenOf(node).filter((region) => region !== (between[at - 1] ?? target)) : [],
  );
  return [...between, ...regions.flatMap(startOf), ...startOf(target)];
};

/** A transition with its id in the drawing. */
export type CoverageTransition = {
  readonly id: string;
  readonly isGuarded: boolean;
};

export type ChartTransitions = {
  readonly chart: Chart;
  readonly moves: readonly CoverageTransition[];
  /** The transition of a running copy of the machine. */
  moveOf(definition: AnyTransitionDefinition): CoverageTransition | null;
};

const keyOf = (definition: AnyTransitionDefinition): string =>
  `${definition.source.id} ${definition.eventType} ${candidatesOf(definition).indexOf(definition)}`;

export const chartTransitionsOf = (machine: AnyStateMachine): ChartTransitions => {
  const chart = chartOf(machine.config);
  const byKey = new Map<string, CoverageTransition>();
  for (const node of nodesBelow(machine.root as unknown as AnyStateNode))
    for (const definition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])]) {
      const { source, eventType: event } = definition;
      const id = takenTransitionId(chart, {
        source: source.path,
        event,
        rank: candidatesOf(definition).indexOf(definition),
      });
      const drawn = chart.moves.find((one) => one.id === id);
      if (!drawn) throw new Error(`The chart of ${machine.id} has no transition ${keyOf(definition)}.`);
      byKey.set(keyOf(definition), { id: drawn.id, isGuarded: definition.guard !== undefined });
    }
  return { chart, moves: [...byKey.values()], moveOf: (definition) => byKey.get(keyOf(definition)) ?? null };
};
