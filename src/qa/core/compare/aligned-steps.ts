import type { Flow } from '../record/flow.file.ts';
import { type ComparedMachine, type FlowDiff, indexInA } from './flow-diff.ts';
import type { StepDifference } from './machine-diff.ts';
import { machineSteps, type Step } from './machine-steps.ts';
import { pathNames } from './pairing.ts';

/** A message in one or both of two recordings. `difference` null: both have it, and it is equal. */
export type AlignedStep = {
  /** Index of the page load. */
  readonly run: number;
  readonly machine: Omit<ComparedMachine, 'diff'>;
  readonly a: Step | null;
  readonly b: Step | null;
  readonly difference: StepDifference | null;
};

type Placed = AlignedStep & { readonly place: number; readonly rowInB: number };

const stepsByRow = (flow: Pick<Flow, 'runs'>): readonly ReadonlyMap<number, Step>[] => {
  const names = pathNames(flow.runs);
  return flow.runs.map(
    (run) => new Map(machineSteps(run, names).flatMap(({ steps }) => steps.map((step) => [step.row, step]))),
  );
};

type PlacedDifference = Pick<Placed, 'a' | 'b' | 'difference' | 'place' | 'rowInB'>;

/** The differences of a machine with their places. A difference that only B has is never placed before an earlier difference. */
const placedDifferences = (
  differences: readonly StepDifference[],
  placeOf: (rowInB: number) => number,
): readonly PlacedDifference[] => {
  let last = -1;
  return differences.map((difference) => {
    const a = difference.kind === 'only-b' ? null : difference.a;
    const b = difference.kind === 'only-a' ? null : difference.b;
    const rowInB = b?.row ?? 0;
    last = Math.max(last, a?.row ?? placeOf(rowInB));
    return { a, b, difference, place: a?.row ?? last + 0.5, rowInB };
  });
};

/** The messages of two recordings side by side: those of A in order, those only in B after the last message before them that both have. */
export const alignedSteps = (
  { machines }: FlowDiff,
  a: Pick<Flow, 'runs'>,
  b: Pick<Flow, 'runs'>,
): readonly AlignedStep[] => {
  const [inA, inB] = [stepsByRow(a), stepsByRow(b)];
  const runs = [...new Set(machines.map(({ run }) => run))];
  return runs.flatMap((run) => {
    const ofRun = machines.filter((machine) => machine.run === run);
    const place = indexInA(ofRun);
    const placed = ofRun.flatMap(({ diff, ...machine }): readonly Placed[] => [
      ...diff.pairs.map(([rowA, rowB]) => {
        const steps = { a: inA[run]?.get(rowA) ?? null, b: inB[run]?.get(rowB) ?? null };
        return { run, machine, ...steps, difference: null, place: rowA, rowInB: rowB };
      }),
      ...placedDifferences(diff.differences, place).map((placed) => ({ run, machine, ...placed })),
    ]);
    return placed
      .toSorted((one, other) => one.place - other.place || one.rowInB - other.rowInB)
      .map(({ place: _, rowInB: __, ...step }) => step);
  });
};
