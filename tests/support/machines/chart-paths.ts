import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { MicroStep } from './actor-steps.ts';
import { createChartModel } from './chart-model.ts';
import type { CoverageTransition } from './chart-transitions.ts';
import type { ChartCounts } from './transition-counter.ts';
import { type IncomingTransitions, pairsInto, pairsOf, transitionsOfPair, updateIncoming } from './transition-pairs.ts';

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
  /** What happens before the first event; it leads to the first vertex. */
  readonly start: Edge;
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
  model.start(input);
  const started = model.lastSteps();
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
  const start = { from: '', event: { type: 'xstate.init' }, to: edges[0]?.from ?? '', steps: started };
  return { start, edges, ways };
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

const walkSteps = (ways: IncomingTransitions, steps: readonly MicroStep[]) => {
  let at = ways;
  const pairs: string[] = [];
  for (const { taken } of steps) {
    pairs.push(...pairsInto(at, taken));
    at = updateIncoming(at, taken);
  }
  return { ways: at, pairs };
};

const byVertex = (edges: readonly Edge[], end: 'from' | 'to'): ReadonlyMap<string, readonly Edge[]> => {
  const found = new Map<string, Edge[]>();
  const kept = new Set<string>();
  for (const edge of edges) {
    const key = `${edge[end]} ${edge.steps.map(({ taken }) => taken.map(({ id }) => id).join(' ')).join(' | ')}`;
    const isSilent = edge.steps.every(({ taken }) => taken.length === 0);
    if (isSilent || kept.has(key)) continue;
    kept.add(key);
    const list = found.get(edge[end]) ?? [];
    list.push(edge);
    found.set(edge[end], list);
  }
  return found;
};

const LONGEST = 40;
/** The chart does not know everything that an actor knows, so a predicted pair may never be taken. */
const MAX_TRIES = 3;

/** Paths that take each pair that the chart allows: they enter a vertex by each edge, leave it by each edge, and go on while there are new pairs. */
export const pairPaths = function* (graph: Graph, counts: () => ChartCounts): Generator<Path> {
  const { start, edges, ways } = graph;
  const incoming = byVertex(edges, 'to');
  const outgoing = byVertex(edges, 'from');
  const first = walkSteps(new Map(), start.steps).ways;
  const tries = new Map<string, number>();
  const isWanted = (pair: string): boolean => !counts().pairs.has(pair) && (tries.get(pair) ?? 0) < MAX_TRIES;
  const ledAfter = (path: Path): IncomingTransitions =>
    path.reduce((led, { steps }) => walkSteps(led, steps).ways, first);

  const extendPath = (path: Path, planned: Set<string>): Path => {
    const all = [...path];
    let led = ledAfter(path);
    for (let at = path.at(-1)?.to; at !== undefined && all.length < LONGEST; ) {
      const next = (outgoing.get(at) ?? []).find(({ steps }) =>
        walkSteps(led, steps).pairs.some((pair) => !planned.has(pair) && isWanted(pair)),
      );
      if (!next) break;
      const walked = walkSteps(led, next.steps);
      for (const pair of walked.pairs) planned.add(pair);
      led = walked.ways;
      all.push(next);
      at = next.to;
    }
    return all;
  };

  for (const [vertex, way] of ways) {
    const before = [way, ...(incoming.get(vertex) ?? []).map((edge): Path => [...(ways.get(edge.from) ?? []), edge])];
    for (const path of before) {
      const led = ledAfter(path);
      for (const edge of outgoing.get(vertex) ?? []) {
        const { pairs } = walkSteps(led, edge.steps);
        if (!pairs.some(isWanted)) continue;
        for (const pair of pairs) tries.set(pair, (tries.get(pair) ?? 0) + 1);
        yield extendPath([...path, edge], new Set(pairs));
      }
    }
  }
};

/** What an edge does to a pair that begins with `into` and ends in a transition out of `source`. */
const effectOn = (
  { steps }: Edge,
  into: string,
  out: CoverageTransition,
  isOpen: boolean,
): 'taken' | 'open' | 'closed' => {
  let isLed = isOpen;
  for (const { taken } of steps) {
    if (isLed && taken.some(({ id }) => id === out.id)) return 'taken';
    for (const move of taken) if (move.into.has(out.source)) isLed = move.id === into;
  }
  return isLed ? 'open' : 'closed';
};

/** The shortest path on which a pair is taken; null if the graph has none. `tried`: edges that begin the pair and were tried in vain. */
const searchPair = (
  { start, edges, ways }: Graph,
  outgoing: ReadonlyMap<string, readonly Edge[]>,
  [into, out]: readonly [string, CoverageTransition],
  tried: Set<Edge>,
): Path | null => {
  const isFirst = (edge: Edge): boolean =>
    !tried.has(edge) && edge.steps.some(({ taken }) => taken.some(({ id }) => id === into));
  const seen = new Set<string>();
  let open: { readonly begin: Edge; readonly path: Path; readonly at: string }[] = [];
  for (const begin of [start, ...edges].filter(isFirst)) {
    const path = begin === start ? [] : [...(ways.get(begin.from) ?? []), begin];
    const effect = effectOn(begin, into, out, false);
    if (effect === 'taken') {
      tried.add(begin);
      return path;
    }
    if (effect === 'closed' || seen.has(begin.to)) continue;
    seen.add(begin.to);
    open.push({ begin, path, at: begin.to });
  }
  while (open.length > 0) {
    const next: typeof open = [];
    for (const { begin, path, at } of open)
      for (const edge of outgoing.get(at) ?? []) {
        const effect = effectOn(edge, into, out, true);
        if (effect === 'taken') {
          tried.add(begin);
          return [...path, edge];
        }
        if (effect === 'closed' || seen.has(edge.to)) continue;
        seen.add(edge.to);
        next.push({ begin, path: [...path, edge], at: edge.to });
      }
    open = next;
  }
  return null;
};

/** Paths to the pairs that are still missing, through any states in which the pair stays open. */
export const searchedPaths = function* (
  graph: Graph,
  moves: readonly CoverageTransition[],
  counts: () => ChartCounts,
): Generator<Path> {
  const outgoing = byVertex(graph.edges, 'from');
  const byId = new Map(moves.map((move) => [move.id, move]));
  for (const pair of pairsOf(moves)) {
    const [into, id] = transitionsOfPair(pair);
    const out = byId.get(id);
    const tried = new Set<Edge>();
    for (let turn = 0; out && turn < MAX_TRIES && !counts().pairs.has(pair); turn += 1) {
      const path = searchPair(graph, outgoing, [into, out], tried);
      if (!path) break;
      yield path;
    }
  }
};
