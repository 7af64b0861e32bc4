import type { Flow } from '../record/flow.file.ts';
import type { Difference } from '../replay/divergence.ts';
import { type MachineDiff, machineDiff, type StepDifference } from './machine-diff.ts';
import { machineSteps, type Step } from './machine-steps.ts';
import { createPairing, type Pairing, pathNames } from './pairing.ts';

/** A machine in both recordings. `path`: with the order numbers replaced. `run`: index of the page load. `only`: the other has no such machine. */
export type ComparedMachine = {
  readonly run: number;
  readonly path: string;
  readonly only: 'A' | 'B' | null;
  readonly diff: MachineDiff;
};

/** The innermost differences between two steps. */
type StepDetails = {
  readonly message: readonly Difference[];
  readonly context: readonly Difference[];
  readonly isSameState: boolean;
  readonly isSameRequests: boolean;
};

export type FirstDivergence = Omit<ComparedMachine, 'diff'> & {
  readonly difference: StepDifference;
  /** Null if only one recording has the step. */
  readonly details: StepDetails | null;
};

const partnersOf = ({ pairs, differences }: MachineDiff): readonly (readonly [number, number])[] => [
  ...pairs,
  ...differences.flatMap(({ kind, a, b }) => (kind === 'differs' && a && b ? [[a.row, b.row] as const] : [])),
];

/** The row of A after which row `b` of B happened, derived from the earlier messages that both have. `machines`: those of one page load. */
const indexInA = (machines: readonly ComparedMachine[]): ((b: number) => number) => {
  const pairs = machines.flatMap(({ diff }) => partnersOf(diff));
  return (b) => pairs.reduce((place, [rowA, rowB]) => (rowB < b ? Math.max(place, rowA) : place), -1);
};

type FoundDifference = Omit<FirstDivergence, 'details'>;

const rowInB = ({ difference }: FoundDifference): number => difference.b?.row ?? 0;

/** The differences of the machines of a page load, in the order of A. One that only B has is after the last message before it that both have. */
export const inOrder = (machines: readonly ComparedMachine[]): readonly FoundDifference[] => {
  const place = indexInA(machines);
  const placeOf = ({ kind, a, b }: StepDifference): number =>
    kind === 'only-b' && b ? place(b.row) + 0.5 : (a?.row ?? Number.POSITIVE_INFINITY);
  return machines
    .flatMap(({ diff, ...about }) => {
      let last = -1;
      return diff.differences.map((difference) => {
        last = Math.max(last, placeOf(difference));
        return { ...about, difference, place: last };
      });
    })
    .toSorted((one, other) => one.place - other.place || rowInB(one) - rowInB(other));
};

const detailsOf = ({ kind, a, b }: StepDifference, { differences, isSame, attempt }: Pairing): StepDetails | null =>
  kind !== 'differs' || !a || !b
    ? null
    : {
        message: differences(a.event, b.event),
        context: differences(a.context, b.context),
        isSameState: attempt(() => isSame(a.value, b.value)) && a.status === b.status,
        isSameRequests: attempt(() => isSame(a.requests, b.requests)),
      };

const stepsByPath = (...given: Parameters<typeof machineSteps>): ReadonlyMap<string, readonly Step[]> =>
  new Map(machineSteps(...given).map(({ path, steps }) => [path, steps]));

/** Compares two recordings, machine by machine and message by message. */
export const flowDiff = (a: Pick<Flow, 'runs'>, b: Pick<Flow, 'runs'>) => {
  const pairing = createPairing(a.runs, b.runs);
  const names = { a: pathNames(a.runs), b: pathNames(b.runs) };
  const machines: ComparedMachine[] = [];
  /** Page loads with a different address or browser tab. */
  const addresses: { run: number; a: string; b: string }[] = [];
  let first = null as FirstDivergence | null;

  for (const [run, runA] of a.runs.entries()) {
    const runB = b.runs[run];
    if (!runB) break;
    pairing.inRun(run);
    if (!pairing.attempt(() => pairing.isSame([runA.tab, runA.address], [runB.tab, runB.address])))
      addresses.push({ run, a: `tab ${runA.tab}, ${runA.address}`, b: `tab ${runB.tab}, ${runB.address}` });
    const left = stepsByPath(runA, names.a);
    const right = stepsByPath(runB, names.b);
    const compared = [...new Set([...left.keys(), ...right.keys()])].map((path): ComparedMachine => {
      const diff = machineDiff(left.get(path) ?? [], right.get(path) ?? [], pairing);
      return { run, path, only: right.has(path) ? (left.has(path) ? null : 'B') : 'A', diff };
    });
    machines.push(...compared);
    const found: FoundDifference | undefined = first === null ? inOrder(compared)[0] : undefined;
    if (found) first = { ...found, details: detailsOf(found.difference, pairing) };
  }
  const extra = a.runs.length - b.runs.length;
  return {
    machines,
    first,
    addresses,
    /** Page loads that only one recording has. */
    onlyA: Math.max(0, extra),
    onlyB: Math.max(0, -extra),
    /** The innermost differences at any place of page load `run`; null if only one recording has the step. */
    detailsOf: (run: number, difference: StepDifference): StepDetails | null => {
      pairing.inRun(run);
      return detailsOf(difference, pairing);
    },
  };
};

export type FlowDiff = ReturnType<typeof flowDiff>;

export const isSameFlow = ({ first, addresses, onlyA, onlyB }: FlowDiff): boolean =>
  first === null && addresses.length === 0 && onlyA === 0 && onlyB === 0;
