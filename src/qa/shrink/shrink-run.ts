import type { AnyStateMachine } from 'xstate';
import type { FlowRun } from '../record/flow.file.ts';
import { inertMachine } from '../replay/inert-machine.ts';
import { openReplay, playThrough, replayRun } from '../replay/replay.ts';
import { type ExternalEvent, externalEventsOf, highestMask, openRerun } from '../replay/rerun.ts';
import { createDetector, type Detector, type ShownFailure } from './detector.ts';
import { divergenceOracle } from './divergence-oracle.ts';
import type { TargetFailure } from './failure.ts';
import { minimizeList } from './minimize-list.ts';
import { nullableFields, simplifyValue } from './simplify-value.ts';

export type ShrinkOptions = {
  /** The whole system, unwired. */
  readonly system: AnyStateMachine;
  /** Says when to stop with what is found so far. */
  readonly isTimeUp: () => boolean;
};

/**
 * How far it went. `minimal`: without any one external event the failure is gone. `cut`: the failure needs messages that arrive while
 * a machine starts, so only what comes after it is left out.
 */
export type Minimality = 'minimal' | 'out-of-time' | 'cut';

/** `inputs`: external events, before and after. `tries`: shorter recordings that were run. */
export type ShrunkRun = {
  readonly run: FlowRun;
  readonly inputs: readonly [number, number];
  readonly minimality: Minimality;
  readonly tries: number;
};

/** Runs external events. Returns those that were needed to reach the failure, or null if it was not reached. */
type Attempt = (inputs: readonly ExternalEvent[]) => readonly ExternalEvent[] | null;

/** The same messages with simpler data. */
const withSimplerData = (
  given: readonly ExternalEvent[],
  attempt: Attempt,
  isTimeUp: () => boolean,
): readonly ExternalEvent[] => {
  const nullable = nullableFields(given.map(({ event }) => event));
  let inputs = given;
  for (const [at, input] of given.entries()) {
    const accept = (event: ExternalEvent['event']): boolean => {
      if (isTimeUp()) return false;
      const candidate = inputs.with(at, { ...input, event });
      if (attempt(candidate)?.length !== candidate.length) return false;
      inputs = candidate;
      return true;
    };
    if (input.timer) continue;
    for (const [name, member] of Object.entries(input.event)) {
      const { event } = inputs[at] ?? input;
      if (name !== 'type' && name !== 'actorId')
        simplifyValue(member, { above: '', name, nullable }, (value) => accept({ ...event, [name]: value }));
    }
  }
  return inputs;
};

type Smallest = { readonly inputs: readonly ExternalEvent[]; readonly minimality: Minimality };

const smallest = (all: readonly ExternalEvent[], attempt: Attempt, isTimeUp: () => boolean): Smallest | null => {
  const used = attempt(all);
  if (!used) return null;
  const first = minimizeList(used, attempt, isTimeUp);
  const inputs = withSimplerData(first.remaining, attempt, isTimeUp);
  const { remaining, isMinimal } = minimizeList(inputs, attempt, isTimeUp);
  return { inputs: remaining, minimality: isMinimal ? 'minimal' : 'out-of-time' };
};

const shownIn = (detector: Detector, system: AnyStateMachine, run: FlowRun): boolean => {
  const replay = openReplay(system, run, { watch: (seen) => detector.isFound() || detector.watch(seen) });
  playThrough(replay, () => detector.isFound() || detector.onIdle(replay.root as never));
  const isRepeated = replay.divergence() === null;
  replay.stop();
  return isRepeated && detector.isFound();
};

const shrinkShown = (run: FlowRun, failure: ShownFailure, { system, isTimeUp }: ShrinkOptions): ShrunkRun | null => {
  const inert = inertMachine(system);
  const options = { startAt: run.rows[0]?.at ?? 0 };
  let tries = 0;
  const attempt: Attempt = (inputs) => {
    tries += 1;
    const detector = createDetector(failure);
    const rerun = openRerun(inert, { ...options, watch: (seen) => detector.isFound() || detector.watch(seen) });
    const used: ExternalEvent[] = [];
    rerun.start();
    for (const input of inputs) {
      detector.onIdle(rerun.root);
      if (detector.isFound()) break;
      if (rerun.apply(input)) used.push(input);
    }
    detector.onIdle(rerun.root);
    const isFound = detector.isFound();
    rerun.stop();
    return isFound ? used : null;
  };
  const all = externalEventsOf(run.rows);
  const found = smallest(all, attempt, isTimeUp);
  if (!found) return null;
  const rerun = openRerun(inert, { ...options, keep: 'contexts', masks: highestMask(run.rows) });
  rerun.start();
  for (const input of found.inputs) rerun.apply(input);
  const { cut: _, ...about } = run;
  const shrunk: FlowRun = { ...about, contexts: true, rows: [...rerun.rows()] };
  rerun.stop();
  if (!shownIn(createDetector(failure), system, shrunk)) return null;
  return { run: shrunk, inputs: [all.length, found.inputs.length], minimality: found.minimality, tries };
};

const shrinkDivergence = (run: FlowRun, { system, isTimeUp }: ShrinkOptions): ShrunkRun | null => {
  const divergence = replayRun(system, run);
  if (!divergence) return null;
  const keep = run.contexts ? 'contexts' : 'rows';
  const options = { startAt: run.rows[0]?.at ?? 0, keep, masks: highestMask(run.rows) } as const;
  const oracle = divergenceOracle(system, inertMachine(system), run, divergence, options);
  let tries = 0;
  const attempt: Attempt = (inputs) => {
    tries += 1;
    return oracle.attempt(inputs)?.inputs ?? null;
  };
  const { cut: _, ...about } = run;
  const count = externalEventsOf(run.rows).length;
  const found = smallest(oracle.before, attempt, isTimeUp);
  const shorter = found && oracle.attempt(found.inputs);
  if (!shorter) {
    const rows = [...oracle.cut()];
    const left = externalEventsOf(rows).length;
    return { run: { ...about, rows }, inputs: [count, left], minimality: left === 0 ? 'minimal' : 'cut', tries };
  }
  const inputs = [count, shorter.inputs.length + 1] as const;
  return { run: { ...about, rows: [...shorter.rows] }, inputs, minimality: found.minimality, tries };
};

/** The page load with the fewest and simplest external events that still lead to the failure; null if it does not show the failure. */
export const shrinkRun = (run: FlowRun, failure: TargetFailure, options: ShrinkOptions): ShrunkRun | null =>
  failure.kind === 'diverges' ? shrinkDivergence(run, options) : shrinkShown(run, failure, options);
