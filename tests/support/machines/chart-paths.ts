import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { MicroStep } from './actor-steps.ts';
import { createChartModel } from './chart-model.ts';
import type { ChartCounts } from './transition-counter.ts';

export type GraphOptions = {
  readonly events: readonly AnyEventObject[];
  readonly listeners: Readonly<Record<string, string>>;
  readonly silent: readonly string[];
  readonly serialize: (snapshot: AnyMachineSnapshot) => string;
  readonly filter?: ((snapshot: AnyMachineSnapshot, event: EventObject) => boolean) | undefined;
  readonly limit: number;
};

/** An event that leads from one vertex to another, and what the chart does with it. */
type Edge = {
  readonly from: string;
  readonly event: EventObject;
  readonly to: string;
  readonly steps: readonly MicroStep[];
};

/** A sequence of edges from the start. */
export type Path = readonly Edge[];

/** Everything that a chart can do according to its guards. Edges are in breadth-first order. */
type Graph = {
  readonly edges: readonly Edge[];
  /** A shortest path to each vertex. */
  readonly ways: ReadonlyMap<string, Path>;
};

const ACTOR_EVENT = /^xstate\.(?:done|error)\.actor\.(.+)$/;

export const graphOf = (machine: AnyStateMachine, input: unknown, options: GraphOptions): Graph => {
  const { listeners, silent, serialize } = options;
  const model = createChartModel(machine, [...Object.values(listeners), ...silent]);
  const stepsOf = new Map<string, readonly MicroStep[]>();
  const edgeKey = (from: AnyMachineSnapshot, event: EventObject) => `${serialize(from)} ${JSON.stringify(event)}`;
  const logic: typeof model.logic = {
    ...model.logic,
    transition: (snapshot, event, scope) => {
      const next = model.logic.transition(snapshot, event, scope);
      stepsOf.set(edgeKey(snapshot, event), model.lastSteps());
      return next;
    },
  };
  const rows = adjacencyMapToArray(
    getAdjacencyMap(logic, {
      input,
      events: options.events,
      serializeState: serialize,
      limit: options.limit,
      filterEvents: (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
        if (snapshot.status !== 'active') return false;
        const sender = ACTOR_EVENT.exec(event.type)?.[1] ?? listeners[event.type];
        if (sender && !snapshot.children[sender]) return false;
        if (options.filter?.(snapshot, event) === false) return false;
        // An error that no transition handles ends the actor.
        return model.isAccepted(snapshot, event) || (!isError(event) && model.isRejected(snapshot, event));
      },
    }),
  );
  const edges = rows.map(
    ({ state, event, nextState }): Edge => ({
      from: serialize(state),
      event,
      to: serialize(nextState),
      steps: stepsOf.get(edgeKey(state, event)) ?? [],
    }),
  );
  const ways = new Map<string, Path>(edges.slice(0, 1).map(({ from }) => [from, []]));
  for (const edge of edges) if (!ways.has(edge.to)) ways.set(edge.to, [...(ways.get(edge.from) ?? []), edge]);
  return { edges, ways };
};

export const isError = ({ type }: EventObject): boolean => type.startsWith('xstate.error.');

/** Whether steps contain a transition or a rejected guard that was not counted. */
const coversNew = (steps: readonly MicroStep[], { taken, refused }: ChartCounts): boolean =>
  steps.some((step) => step.taken.some(({ id }) => !taken.has(id)) || step.refused.some(({ id }) => !refused.has(id)));

/** The shortest paths to each transition and each outcome of a guard. `counts` grows while the paths run. */
export const shortestPaths = function* ({ edges, ways }: Graph, counts: () => ChartCounts): Generator<Path> {
  const paths = edges.map((edge): Path => [...(ways.get(edge.from) ?? []), edge]);
  for (const path of paths.sort((one, other) => one.length - other.length))
    if (coversNew(path.at(-1)?.steps ?? [], counts())) yield path;
};
