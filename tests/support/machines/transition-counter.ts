import type { AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';
import { createActorSteps, type MicroStep } from './actor-steps.ts';
import { type ChartTransitions, chartTransitionsOf, startOf } from './chart-transitions.ts';

/** How often each transition was taken, and its guard was false. Keys: ids of the drawing. */
export type ChartCounts = {
  readonly taken: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
};

export const NO_COUNTS: ChartCounts = { taken: new Map(), refused: new Map() };

type Counts = {
  readonly chart: ChartTransitions;
  readonly taken: Map<string, number>;
  readonly refused: Map<string, number>;
};

const add = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Counts what the machines of actor systems do, by machine id. */
export const createTransitionCounter = () => {
  const machines = new Map<string, Counts>();
  const actors = new WeakMap<object, ReturnType<typeof follow>>();

  const countsOf = ({ machine }: AnyMachineSnapshot): Counts => {
    const known = machines.get(machine.id);
    if (known) return known;
    const made = { chart: chartTransitionsOf(machine), taken: new Map(), refused: new Map() };
    machines.set(machine.id, made);
    return made;
  };

  const follow = (snapshot: AnyMachineSnapshot) => {
    const { chart, taken, refused } = countsOf(snapshot);
    const start = startOf(snapshot.machine.root as unknown as AnyStateNode);
    const count = (step: MicroStep): void => {
      for (const { id } of step.taken) add(taken, id);
      for (const { id } of step.refused) add(refused, id);
    };
    return { steps: createActorSteps(chart, start, false), count };
  };

  return {
    inspect: (seen: InspectionEvent): void => {
      if (seen.type !== '@xstate.microstep' && seen.type !== '@xstate.snapshot') return;
      if (!('_nodes' in seen.snapshot)) return;
      const snapshot = seen.snapshot as AnyMachineSnapshot;
      const { steps, count } = actors.get(seen.actorRef) ?? follow(snapshot);
      actors.set(seen.actorRef, { steps, count });
      count(seen.type === '@xstate.snapshot' ? steps.rest(snapshot) : steps.microstep(seen));
    },
    counts: (): ReadonlyMap<string, ChartCounts> => machines,
  };
};

export type TransitionCounter = ReturnType<typeof createTransitionCounter>;
