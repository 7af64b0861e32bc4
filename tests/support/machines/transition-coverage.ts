import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { nodesOf, shortestPaths, transitionsOf } from './chart-model.ts';
import { type Chart, type HarnessOptions, ImpossibleEventError, startHarness } from './machine-harness.ts';

/**
 * Takes every transition of a machine on real actors, by paths generated from its chart (shortest way to a state, then
 * one more event), and reports the transitions that no path took and the guards that were never false.
 * `events` has one entry for each payload that a guard distinguishes. `xstate.done.actor.x` resolves and `xstate.error.actor.x` rejects the call
 * of the promise with the id `x`; `xstate.after.<delay name or ms>.<state id>` lets a timer run out.
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
  readonly listeners?: HarnessOptions<I>['listeners'];
  readonly silent?: HarnessOptions<I>['silent'];
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
  /** Ids of atomic and final states that no run entered. */
  readonly unvisited: readonly string[];
  /** Names of guards that were false for no event in no state. */
  readonly unrefused: readonly string[];
};

type AnyOptions = CoverageOptions<AnyMachineSnapshot, unknown>;
type Serialize = (snapshot: AnyMachineSnapshot) => string;
type Run = {
  readonly machine: AnyStateMachine;
  readonly options: AnyOptions;
  readonly serialize: Serialize;
  readonly taken: Set<string>;
  readonly visited: Set<string>;
};

const isError = ({ type }: EventObject): boolean => type.startsWith('xstate.error.');

/** Runs one sequence on a real actor. `vertices`, where given, are compared with it after each step; a step that cannot happen ends it. */
const runPath = async (
  { machine, options, serialize, taken, visited }: Run,
  { input, events }: Path<unknown>,
  vertices: readonly string[] | null = null,
): Promise<void> => {
  const { listeners, silent, systemId } = options;
  const harness = startHarness(machine, {
    input,
    ...(listeners && { listeners }),
    ...(silent && { silent }),
    ...(systemId && { systemId }),
  });
  const look = (): void => {
    const snapshot = harness.snapshot();
    for (const { id } of snapshot._nodes) visited.add(id);
    options.visit?.(snapshot);
  };
  const done: string[] = [];
  try {
    look();
    for (const [index, event] of events.entries()) {
      const { status, machine: running } = harness.snapshot();
      const isUnhandled = status === 'active' && !running.getTransitionData(harness.snapshot(), event).length;
      if (vertices && isError(event) && isUnhandled) return;
      done.push(JSON.stringify(event));
      await harness.perform(event);
      look();
      const expected = vertices?.[index];
      const actual = serialize(harness.snapshot());
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
    for (const key of harness.taken()) taken.add(key);
    harness.stop();
  }
};

/** A state that is left within its own step is seen only by the transition out of it. */
const isLeftBy = (id: string, taken: ReadonlySet<string>): boolean =>
  [...taken].some((key) => key.startsWith(`${id} ── `));

/** Names of the guards of the transitions; a combination of guards has none. */
const guardsOf = (machine: AnyStateMachine): readonly string[] => {
  const nodes = nodesOf(machine).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
  const names = nodes.flatMap(({ guard }) => {
    if (typeof guard === 'string') return [guard];
    return guard && 'type' in guard ? [guard.type] : [];
  });
  return [...new Set(names)];
};

/** The machine with guards that add their names to `refused` when they are false. */
const withWatchedGuards = (machine: AnyStateMachine, refused: Set<string>): AnyStateMachine => {
  const guards = Object.entries(machine.implementations.guards).map(([name, guard]) => {
    if (typeof guard !== 'function' || 'check' in guard) return [name, guard];
    const watched: typeof guard = (args, params) => {
      const passes = guard(args, params);
      if (!passes) refused.add(name);
      return passes;
    };
    return [name, watched];
  });
  return machine.provide({ guards: Object.fromEntries(guards) });
};

export const coverTransitions = async <S extends AnyMachineSnapshot, I>(
  machine: Chart<S, I>,
  given: CoverageOptions<S, I>,
): Promise<Coverage> => {
  const options: AnyOptions = given;
  const serialize: Serialize = (snapshot) => options.serialize?.(snapshot) ?? JSON.stringify(snapshot.value);
  const all = transitionsOf(machine);
  const refused = new Set<string>();
  const watched = withWatchedGuards(machine, refused);
  const run: Run = { machine: watched, options, serialize, taken: new Set(), visited: new Set() };
  const { taken, visited } = run;
  for (const path of options.extraPaths ?? []) await runPath(run, path);
  for (const input of options.inputs) {
    const { listeners = {}, silent = [], events, filter, limit = 30_000 } = options;
    // Starting is a path too: its eventless transitions count.
    await runPath(run, { input, events: [] });
    for (const path of shortestPaths(watched, input, { events, listeners, silent, serialize, filter, limit }, taken))
      await runPath(
        run,
        { input, events: path.map(({ event }) => event) },
        path.map(({ to }) => to),
      );
  }
  const leaves = nodesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
  return {
    all,
    taken,
    missing: all.filter((key) => !taken.has(key)),
    unvisited: leaves.map(({ id }) => id).filter((id) => !visited.has(id) && !isLeftBy(id, taken)),
    unrefused: guardsOf(machine).filter((name) => !refused.has(name)),
  };
};

export const mergeCoverage = ([first, ...others]: readonly [Coverage, ...Coverage[]]): Coverage => ({
  all: first.all,
  taken: new Set([first, ...others].flatMap(({ taken }) => [...taken])),
  missing: first.missing.filter((key) => others.every(({ missing }) => missing.includes(key))),
  unvisited: first.unvisited.filter((id) => others.every(({ unvisited }) => unvisited.includes(id))),
  unrefused: first.unrefused.filter((name) => others.every(({ unrefused }) => unrefused.includes(name))),
});

/** Fails with the names of the transitions and states that no run on a real actor reached, and of the guards that were never false. */
export const assertCovered = ({ all, missing, unvisited, unrefused }: Coverage): void => {
  if (!all.length) throw new Error('the chart has no transitions');
  if (!missing.length && !unvisited.length && !unrefused.length) return;
  const lines = [
    ...missing.map((key) => `not taken:  ${key}`),
    ...unvisited.map((id) => `not entered: ${id}`),
    ...unrefused.map((name) => `never false: ${name}`),
  ];
  throw new Error(`${all.length - missing.length} of ${all.length} transitions taken\n${lines.join('\n')}`);
};

/** Takes every transition of a machine, and returns the names of the screens on the way, sorted. */
export const coverScreens = async <S extends AnyMachineSnapshot, I>(
  machine: Chart<S, I>,
  { screen, ...options }: CoverageOptions<S, I> & { screen(snapshot: S): { readonly name: string } },
): Promise<readonly string[]> => {
  const names = new Set<string>();
  assertCovered(await coverTransitions(machine, { ...options, visit: (snapshot) => names.add(screen(snapshot).name) }));
  return [...names].sort();
};
