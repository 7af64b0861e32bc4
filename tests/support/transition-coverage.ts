import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { createChartModel, nodesOf, transitionsOf } from './chart-model.ts';
import { type Chart, ImpossibleEventError, type RigOptions, startRig } from './machine-harness.ts';

/**
 * Takes every transition of a machine on real actors, by paths generated from its chart (shortest way to a state, then
 * one more event), and reports the transitions that no path took.
 *
 * ```ts
 * beforeEach(() => void vi.useFakeTimers());
 * afterEach(() => void vi.useRealTimers());
 *
 * test('every transition is taken', async () => {
 *   const coverage = await coverTransitions(doorMachine, {
 *     inputs: [{ code: '1' }],
 *     events: [
 *       { type: 'door.open', code: '1' },                            // one entry for each payload that a guard distinguishes
 *       { type: 'xstate.done.actor.readCode', output: { ok: true } }, // resolves the invoked promise with id "readCode"
 *       { type: 'xstate.done.actor.readCode', output: { ok: false } },
 *       { type: 'xstate.error.actor.readCode', error: failure('offline') },
 *       { type: 'xstate.after.closing.door.open' },                   // xstate.after.<delay name or ms>.<state id>
 *       { type: 'siren.sounded' },
 *     ],
 *     listeners: { 'siren.sounded': 'siren' },                        // sent by the listener invoked with id "siren"
 *     serialize: ({ value, context }) => JSON.stringify([value, context.tries > 2]), // state plus what guards read
 *     visit: (snapshot) => expect(selectDoorScreen(snapshot).name).toBeTruthy(),
 *   });
 *   assertCovered(coverage);
 * });
 * ```
 *
 * Parallel regions multiply: study them one at a time, each with the events and the `serialize` that concern it, and
 * `assertCovered(mergeCoverage([await coverTransitions(…), await coverTransitions(…)]))`.
 *
 * If the graph is not enough (a counter that guards read, an order of responses), add `extraPaths`: they run on
 * the real actor and count the same way. `serialize` must include the context that guards read, or their paths are not found.
 */
export type CoverageOptions<S extends AnyMachineSnapshot, I> = {
  readonly inputs: readonly I[];
  readonly events: readonly AnyEventObject[];
  readonly listeners?: RigOptions<I>['listeners'];
  readonly silent?: RigOptions<I>['silent'];
  readonly systemId?: string;
  /** Two snapshots with the same text are the same vertex. Default: the state value alone. */
  serialize?(snapshot: S): string;
  /** Further condition for an event to be tried in a state. */
  filter?(snapshot: S, event: EventObject): boolean;
  readonly extraPaths?: readonly Path<I>[];
  /** Called with the real actor's snapshot after every step. */
  visit?(snapshot: S): void;
  /** Upper bound of edges explored per input; the test fails beyond it. */
  readonly limit?: number;
};

type Path<I> = { readonly input: I; readonly events: readonly AnyEventObject[] };

export type Coverage = {
  readonly all: readonly string[];
  readonly taken: ReadonlySet<string>;
  readonly missing: readonly string[];
  /** Ids of atomic and final states that no run was in. */
  readonly unvisited: readonly string[];
  /** The sequences that ran, for replay in other tests. */
  readonly paths: readonly (readonly EventObject[])[];
};

type Step = { readonly event: EventObject; readonly vertex: string };
type AnyOptions = CoverageOptions<AnyMachineSnapshot, unknown>;
type Serialize = (snapshot: AnyMachineSnapshot) => string;
type Plan = { readonly steps: readonly Step[]; readonly promises: readonly string[] };

const ACTOR_EVENT = /^xstate\.(?:done|error)\.actor\.(.+)$/;

const planPaths = (
  machine: AnyStateMachine,
  input: unknown,
  options: AnyOptions,
  serialize: Serialize,
): readonly Plan[] => {
  const listeners = options.listeners ?? {};
  const model = createChartModel(machine, [...Object.values(listeners), ...(options.silent ?? [])]);
  const edgeKey = (from: AnyMachineSnapshot, event: EventObject) => `${serialize(from)} ${JSON.stringify(event)}`;
  const promised = new Map<string, readonly string[]>();
  const logic: typeof model.logic = {
    ...model.logic,
    transition: (snapshot, event, scope) => {
      const next = model.logic.transition(snapshot, event, scope);
      promised.set(edgeKey(snapshot, event), model.lastTaken());
      return next;
    },
  };
  const traversal = {
    input,
    events: options.events,
    serializeState: serialize,
    limit: options.limit ?? 30_000,
    filterEvents: (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
      if (snapshot.status !== 'active') return false;
      const sender = ACTOR_EVENT.exec(event.type)?.[1] ?? listeners[event.type];
      if (sender && !snapshot.children[sender]) return false;
      return options.filter?.(snapshot, event) !== false && model.isAccepted(snapshot, event);
    },
  };
  // The rows come breadth first, so the first way to a vertex is a shortest one.
  const rows = adjacencyMapToArray(getAdjacencyMap(logic, traversal));
  const ways = new Map<string, readonly Step[]>(rows.slice(0, 1).map(({ state }) => [serialize(state), []]));
  const plans = rows.map(({ state, event, nextState }): Plan => {
    const steps = [...(ways.get(serialize(state)) ?? []), { event, vertex: serialize(nextState) }];
    const vertex = serialize(nextState);
    if (!ways.has(vertex)) ways.set(vertex, steps);
    return { steps, promises: promised.get(edgeKey(state, event)) ?? [] };
  });
  return plans.sort((one, other) => one.steps.length - other.steps.length);
};

/** Runs one sequence on a real actor; `vertices`, where given, are compared with it after each step. */
const runPath = async (
  machine: AnyStateMachine,
  { input, events }: Path<unknown>,
  options: AnyOptions,
  vertices: readonly string[] | null,
  serialize: Serialize,
  seen: { readonly taken: Set<string>; readonly visited: Set<string> },
): Promise<void> => {
  const { listeners, silent, systemId } = options;
  const rig = startRig(machine, {
    input,
    ...(listeners && { listeners }),
    ...(silent && { silent }),
    ...(systemId && { systemId }),
  });
  const look = (): void => {
    const snapshot = rig.snapshot();
    for (const { id } of snapshot._nodes) seen.visited.add(id);
    options.visit?.(snapshot);
  };
  const done: string[] = [];
  try {
    look();
    for (const [index, event] of events.entries()) {
      done.push(JSON.stringify(event));
      await rig.perform(event);
      look();
      const expected = vertices?.[index];
      const actual = serialize(rig.snapshot());
      if (expected !== undefined && expected !== actual)
        throw new Error(`the chart predicts ${expected}, the actor is in ${actual}`);
    }
  } catch (cause) {
    // The chart alone does not know that a call responds once. Steps that cannot happen need another path.
    if (vertices && cause instanceof ImpossibleEventError) return;
    throw new Error(`path failed: ${cause instanceof Error ? cause.message : String(cause)}\n${done.join('\n')}`, {
      cause,
    });
  } finally {
    for (const key of rig.taken()) seen.taken.add(key);
    rig.stop();
  }
};

/** A state that is left within its own step is seen only by the transition out of it. */
const isLeftBy = (id: string, taken: ReadonlySet<string>): boolean =>
  [...taken].some((key) => key.startsWith(`${id} ── `));

export const coverTransitions = async <S extends AnyMachineSnapshot, I>(
  machine: Chart<S, I>,
  given: CoverageOptions<S, I>,
): Promise<Coverage> => {
  const options: AnyOptions = given;
  const serialize: Serialize = (snapshot) => options.serialize?.(snapshot) ?? JSON.stringify(snapshot.value);
  const all = transitionsOf(machine);
  const seen = { taken: new Set<string>(), visited: new Set<string>() };
  const paths: (readonly EventObject[])[] = [];
  for (const path of options.extraPaths ?? []) {
    await runPath(machine, path, options, null, serialize, seen);
    paths.push(path.events);
  }
  const run = async (input: unknown, { steps }: Plan): Promise<void> => {
    const events = steps.map(({ event }) => event);
    const vertices = steps.map(({ vertex }) => vertex);
    await runPath(machine, { input, events }, options, vertices, serialize, seen);
    paths.push(events);
  };
  for (const input of options.inputs) {
    const plans = planPaths(machine, input, options, serialize);
    // Starting is a path too: its eventless transitions count.
    await runPath(machine, { input, events: [] }, options, null, serialize, seen);
    for (const plan of plans) if (plan.promises.some((key) => !seen.taken.has(key))) await run(input, plan);
  }
  const leaves = nodesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
  return {
    all,
    taken: seen.taken,
    missing: all.filter((key) => !seen.taken.has(key)),
    unvisited: leaves.map(({ id }) => id).filter((id) => !seen.visited.has(id) && !isLeftBy(id, seen.taken)),
    paths,
  };
};

export const mergeCoverage = (studies: readonly Coverage[]): Coverage => ({
  all: [...new Set(studies.flatMap(({ all }) => all))],
  taken: new Set(studies.flatMap(({ taken }) => [...taken])),
  missing: (studies[0]?.missing ?? []).filter((key) => studies.every(({ missing }) => missing.includes(key))),
  unvisited: (studies[0]?.unvisited ?? []).filter((id) => studies.every(({ unvisited }) => unvisited.includes(id))),
  paths: studies.flatMap(({ paths }) => paths),
});

/** Fails with the names of the transitions and states that no run on a real actor reached. */
export const assertCovered = ({ all, missing, unvisited }: Coverage): void => {
  if (!all.length) throw new Error('the chart has no transitions');
  if (!missing.length && !unvisited.length) return;
  const lines = [...missing.map((key) => `not taken:  ${key}`), ...unvisited.map((id) => `not entered: ${id}`)];
  throw new Error(`${all.length - missing.length} of ${all.length} transitions taken\n${lines.join('\n')}`);
};
