import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
} from 'xstate';
import { createChartModel } from './chart-model.ts';

export type GraphOptions = {
  readonly events: readonly AnyEventObject[];
  readonly listeners: Readonly<Record<string, string>>;
  readonly silent: readonly string[];
  readonly serialize: (snapshot: AnyMachineSnapshot) => string;
  readonly filter?: ((snapshot: AnyMachineSnapshot, event: EventObject) => boolean) | undefined;
  readonly limit: number;
};

/** An event that leads from one vertex to another, and the transitions that the chart takes. */
type Edge = {
  readonly from: string;
  readonly event: EventObject;
  readonly to: string;
  readonly taken: readonly string[];
};

/** A sequence of edges from the start. */
type Path = readonly Edge[];

const ACTOR_EVENT = /^xstate\.(?:done|error)\.actor\.(.+)$/;

/** Runs no action. */
const createScope = (): AnyActorScope => {
  const self = createEmptyActor();
  const ignore = (): void => undefined;
  return {
    self,
    id: '',
    sessionId: '',
    system: self.system,
    logger: ignore,
    defer: ignore,
    emit: ignore,
    stopChild: ignore,
    actionExecutor: ignore,
  };
};

/** Everything that a chart can do according to its guards, in breadth-first order. */
const edgesOf = (machine: AnyStateMachine, input: unknown, options: GraphOptions): readonly Edge[] => {
  const { events, listeners, silent, serialize, filter, limit } = options;
  const model = createChartModel(machine, [...Object.values(listeners), ...silent]);
  const scope = createScope();

  const isPossible = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
    const sender = ACTOR_EVENT.exec(event.type)?.[1] ?? listeners[event.type];
    if (sender && !snapshot.children[sender]) return false;
    return filter?.(snapshot, event) !== false && model.isAccepted(snapshot, event);
  };

  const first: AnyMachineSnapshot = model.logic.getInitialSnapshot(scope, input);
  const found = new Map([[serialize(first), first]]);
  const edges: Edge[] = [];
  // A vertex that is added during the loop gets its turn.
  for (const [from, snapshot] of found) {
    if (snapshot.status !== 'active') continue;
    for (const event of events) {
      if (!isPossible(snapshot, event)) continue;
      const next: AnyMachineSnapshot = model.logic.transition(snapshot, event, scope);
      const to = serialize(next);
      edges.push({ from, event, to, taken: model.lastTaken() });
      if (edges.length > limit) throw new Error(`the chart has more than ${limit} edges`);
      if (!found.has(to)) found.set(to, next);
    }
  }
  return edges;
};

/** The shortest paths to each transition. `taken` grows while the paths run. */
export const shortestPaths = function* (
  machine: AnyStateMachine,
  input: unknown,
  options: GraphOptions,
  taken: ReadonlySet<string>,
): Generator<Path> {
  const edges = edgesOf(machine, input, options);
  const ways = new Map<string, Path>(edges.slice(0, 1).map(({ from }) => [from, []]));
  for (const edge of edges) if (!ways.has(edge.to)) ways.set(edge.to, [...(ways.get(edge.from) ?? []), edge]);
  const wayTo = ({ from }: Edge): Path => ways.get(from) ?? [];
  for (const edge of edges.toSorted((one, other) => wayTo(one).length - wayTo(other).length))
    if (edge.taken.some((key) => !taken.has(key))) yield [...wayTo(edge), edge];
};
