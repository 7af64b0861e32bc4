import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { transitionSentence } from '../../../src/qa/core/chart/words.chart.ts';
import { nodesOf, transitionsOf } from './chart-model.ts';
import { graphOf, isError, shortestPaths } from './chart-paths.ts';
import { chartTransitionsOf } from './chart-transitions.ts';
import { reasonOf } from './coverage-reasons.ts';
import { type Chart, type HarnessOptions, ImpossibleEventError, startHarness } from './machine-harness.ts';
import { type ChartCounts, createTransitionCounter, NO_COUNTS, type TransitionCounter } from './transition-counter.ts';

/**
 * Takes every transition of a machine on real actors, by paths generated from its chart (shortest way to a state, then
 * one more event), and reports the transitions that no path took. More paths look for both outcomes of each guard.
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
  readonly machine: AnyStateMachine;
  readonly all: readonly string[];
  readonly taken: ReadonlySet<string>;
  readonly missing: readonly string[];
  /** Ids of atomic and final states that no run entered. */
  readonly unvisited: readonly string[];
  /** What the actors did. */
  readonly counts: ChartCounts;
};

type AnyOptions = CoverageOptions<AnyMachineSnapshot, unknown>;
type Serialize = (snapshot: AnyMachineSnapshot) => string;
type Seen = { readonly taken: Set<string>; readonly visited: Set<string>; readonly counter: TransitionCounter };
type Run = {
  readonly machine: AnyStateMachine;
  readonly options: AnyOptions;
  readonly serialize: Serialize;
  readonly seen: Seen;
};

/**
 * Runs one sequence on a real actor; `vertices`, where given, are compared with it after each step. With `mayEnd`, a step that cannot
 * happen ends it.
 */
const runPath = async (
  { machine, options, serialize, seen }: Run,
  { input, events }: Path<unknown>,
  vertices: readonly string[] | null,
  mayEnd: boolean,
): Promise<void> => {
  const { listeners, silent, systemId } = options;
  const harness = startHarness(machine, {
    input,
    ...(listeners && { listeners }),
    ...(silent && { silent }),
    ...(systemId && { systemId }),
    watch: seen.counter.inspect,
  });
  const look = (): void => {
    const snapshot = harness.snapshot();
    for (const { id } of snapshot._nodes) seen.visited.add(id);
    options.visit?.(snapshot);
  };
  const done: string[] = [];
  try {
    look();
    for (const [index, event] of events.entries()) {
      const { status, machine: running } = harness.snapshot();
      if (
        mayEnd &&
        isError(event) &&
        status === 'active' &&
        !running.getTransitionData(harness.snapshot(), event).length
      )
        return;
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
    if (mayEnd && cause instanceof ImpossibleEventError) return;
    throw new Error(`path failed: ${cause instanceof Error ? cause.message : String(cause)}\n${done.join('\n')}`, {
      cause,
    });
  } finally {
    for (const key of harness.taken()) seen.taken.add(key);
    harness.stop();
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
  const seen: Seen = { taken: new Set(), visited: new Set(), counter: createTransitionCounter() };
  const run: Run = { machine, options, serialize, seen };
  const counts = (): ChartCounts => seen.counter.counts().get(machine.id) ?? NO_COUNTS;
  for (const path of options.extraPaths ?? []) await runPath(run, path, null, false);
  for (const input of options.inputs) {
    const { listeners = {}, silent = [], events, filter, limit = 30_000 } = options;
    const graph = graphOf(machine, input, { events, listeners, silent, serialize, filter, limit });
    // Starting is a path too: its eventless transitions count.
    await runPath(run, { input, events: [] }, null, false);
    for (const path of shortestPaths(graph, counts)) {
      await runPath(
        run,
        { input, events: path.map(({ event }) => event) },
        path.map(({ to }) => to),
        true,
      );
    }
  }
  const leaves = nodesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
  return {
    all,
    taken: seen.taken,
    missing: all.filter((key) => !seen.taken.has(key)),
    unvisited: leaves.map(({ id }) => id).filter((id) => !seen.visited.has(id) && !isLeftBy(id, seen.taken)),
    machine,
    counts: counts(),
  };
};

const sum = (all: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> => {
  const total = new Map<string, number>();
  for (const [key, times] of all.flatMap((one) => [...one])) total.set(key, (total.get(key) ?? 0) + times);
  return total;
};

/** Merges studies of the same machine. */
export const mergeCoverage = ([first, ...others]: readonly [Coverage, ...Coverage[]]): Coverage => {
  const studies = [first, ...others];
  return {
    machine: first.machine,
    all: first.all,
    taken: new Set(studies.flatMap(({ taken }) => [...taken])),
    missing: first.missing.filter((key) => studies.every(({ missing }) => missing.includes(key))),
    unvisited: first.unvisited.filter((id) => studies.every(({ unvisited }) => unvisited.includes(id))),
    counts: {
      taken: sum(studies.map(({ counts }) => counts.taken)),
      refused: sum(studies.map(({ counts }) => counts.refused)),
    },
  };
};

/** Fails with the names of the transitions and states that no run on a real actor reached. */
export const assertAllTaken = ({ all, missing, unvisited }: Coverage): void => {
  if (!all.length) throw new Error('the chart has no transitions');
  if (!missing.length && !unvisited.length) return;
  const lines = [...missing.map((key) => `not taken:  ${key}`), ...unvisited.map((id) => `not entered: ${id}`)];
  throw new Error(`${all.length - missing.length} of ${all.length} transitions taken\n${lines.join('\n')}`);
};

/**
 * Like `assertAllTaken`, for a machine of the portal. Each guard must also have been false once, or have a reason in
 * `tests/support/machines/coverage-reasons.ts`.
 */
export const assertCovered = (coverage: Coverage): void => {
  assertAllTaken(coverage);
  const { machine, counts } = coverage;
  const { chart, moves } = chartTransitionsOf(machine);
  const neverFalse = moves.filter(({ id, isGuarded }) => isGuarded && !counts.refused.has(id));
  const missing = neverFalse.flatMap(({ id }) =>
    chart.moves.filter((move) => move.id === id).map((move) => transitionSentence(chart, move)),
  );
  expect(missing.filter((line) => reasonOf(machine.id, line) === null)).toEqual([]);
};
