import {
  type AnyActorLogic,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { controlledCopy, transitionKey } from './controlled-actors.ts';

export const nodesOf = (machine: AnyStateMachine): readonly AnyStateNode[] => {
  const below = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root);
};

/** Every transition of the chart: on the root and on each state, `always` and delayed ones included. */
export const transitionsOf = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine).flatMap((node) =>
    [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(transitionKey),
  );

/** A machine as a function of snapshot and event, without running actors. `listeners`: ids of invoked callbacks. */
const createChartModel = (machine: AnyStateMachine, listeners: readonly string[] = []) => {
  const chart = controlledCopy(machine, listeners).machine;
  let taken: string[] = [];

  const watched = (
    scope: AnyActorScope,
    from: AnyMachineSnapshot | null,
    act: () => AnyMachineSnapshot,
  ): AnyMachineSnapshot => {
    scope.self._parent ??= createEmptyActor();
    // An action may read the children of its own actor.
    scope.self.getSnapshot = () => from ?? { children: {} };
    taken = [];
    const watch = scope.system.inspect((seen: InspectionEvent) => {
      if (seen.type === '@xstate.microstep') taken.push(...seen._transitions.map(transitionKey));
    });
    const after = act();
    watch.unsubscribe();
    return after;
  };

  const logic: AnyActorLogic = {
    transition: (snapshot, event, scope) => watched(scope, snapshot, () => chart.transition(snapshot, event, scope)),
    getInitialSnapshot: (scope, input) => watched(scope, null, () => chart.getInitialSnapshot(scope, input)),
    getPersistedSnapshot: (snapshot) => snapshot,
  };

  return {
    logic,
    /** The transitions of the last step of `logic`. */
    lastTaken: (): readonly string[] => taken,
    /** Whether a transition would be taken. */
    isAccepted: (snapshot: AnyMachineSnapshot, event: EventObject): boolean =>
      snapshot.status === 'active' && chart.getTransitionData(snapshot, event).length > 0,
  };
};

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

/** Everything that a chart can do according to its guards, in breadth-first order. */
const edgesOf = (machine: AnyStateMachine, input: unknown, options: GraphOptions): readonly Edge[] => {
  const { listeners, silent, serialize } = options;
  const model = createChartModel(machine, [...Object.values(listeners), ...silent]);
  const takenOf = new Map<string, readonly string[]>();
  const edgeKey = (from: AnyMachineSnapshot, event: EventObject) => `${serialize(from)} ${JSON.stringify(event)}`;
  const logic: typeof model.logic = {
    ...model.logic,
    transition: (snapshot, event, scope) => {
      const next = model.logic.transition(snapshot, event, scope);
      takenOf.set(edgeKey(snapshot, event), model.lastTaken());
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
        return options.filter?.(snapshot, event) !== false && model.isAccepted(snapshot, event);
      },
    }),
  );
  return rows.map(
    ({ state, event, nextState }): Edge => ({
      from: serialize(state),
      event,
      to: serialize(nextState),
      taken: takenOf.get(edgeKey(state, event)) ?? [],
    }),
  );
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
  const paths = edges.map((edge): Path => [...(ways.get(edge.from) ?? []), edge]);
  for (const path of paths.sort((one, other) => one.length - other.length))
    if (path.at(-1)?.taken.some((key) => !taken.has(key))) yield path;
};
