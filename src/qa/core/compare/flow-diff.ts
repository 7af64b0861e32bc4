import type { Flow } from '../record/flow.file.ts';
import { brief, type Difference, firstLines } from '../replay/divergence.ts';
import { secondsText, shortPath, stateText } from '../replay/run-log.ts';
import { type MachineDiff, machineDiff, type StepDifference } from './machine-diff.ts';
import { machineSteps, type Step } from './machine-steps.ts';
import { createPairing, type Pairing, pathNames } from './pairing.ts';

/** A machine in both recordings. `path`: with the order numbers replaced. `run`: index of the page load. `only`: the other has no such machine. */
type ComparedMachine = {
  readonly run: number;
  readonly path: string;
  readonly only: 'A' | 'B' | null;
  readonly diff: MachineDiff;
};

type FoundDifference = Omit<ComparedMachine, 'diff'> & { readonly difference: StepDifference };
type FirstDivergence = FoundDifference & { readonly details: ReturnType<typeof detailsOf> };

/** The row of A after which row `b` of B happened, derived from the earlier messages that both have. `machines`: those of one page load. */
const indexInA = (machines: readonly ComparedMachine[]): ((b: number) => number) => {
  const pairs = machines.flatMap(({ diff: { pairs, differences } }) => [
    ...pairs,
    ...differences.flatMap(({ kind, a, b }) => (kind === 'differs' && a && b ? [[a.row, b.row] as const] : [])),
  ]);
  return (b) => pairs.reduce((place, [rowA, rowB]) => (rowB < b ? Math.max(place, rowA) : place), -1);
};

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

/** The innermost differences between two steps; null if only one recording has the step. */
const detailsOf = ({ kind, a, b }: StepDifference, { differences, isSame, attempt }: Pairing) =>
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
    /** At any place of page load `run`. */
    detailsOf: (run: number, difference: StepDifference) => {
      pairing.inRun(run);
      return detailsOf(difference, pairing);
    },
  };
};

export type FlowDiff = ReturnType<typeof flowDiff>;

export const isSameFlow = ({ first, addresses, onlyA, onlyB }: FlowDiff): boolean =>
  first === null && addresses.length === 0 && onlyA === 0 && onlyB === 0;

const received = ({ event, from, isTimer }: Step): string => {
  if (event.type === 'xstate.init') return 'starts';
  if (isTimer) return `has a timer that ends ("${event.type}")`;
  return `receives "${event.type}"${from === null ? '' : ` from ${shortPath(from)}`}`;
};

const reached = ({ value, hasMoved }: Step): string => {
  if (value === undefined) return 'does not handle it';
  return `${hasMoved ? 'is in' : 'stays in'} ${stateText(value) || 'its only state'}`;
};

const oneLine = (name: string, step: Step | null): string =>
  step ? `  ${name} ${received(step)} and ${reached(step)}` : `  ${name} receives nothing more`;

const sidesText = (a: unknown, b: unknown): string =>
  brief(a) === brief(b) ? `${brief(a)} refers to a different id than before` : `A ${brief(a)}, B ${brief(b)}`;

const differenceLines = (where: string, differences: readonly Difference[]): readonly string[] =>
  firstLines(differences.map(({ path, a, b }) => `  ${where}${path === '' ? '' : `, at ${path}`}: ${sidesText(a, b)}`));

const requestsText = ({ requests }: Step): string =>
  requests.length > 0 ? requests.map(({ to, event }) => `"${event.type}" to ${to}`).join(', ') : 'nothing';

const bothLines = ({ difference: { a, b }, details }: FirstDivergence): readonly string[] => {
  if (!a || !b || !details) return [];
  const states = details.isSameState ? [`  Both: ${reached(b)}`] : [`  A ${reached(a)}`, `  B ${reached(b)}`];
  const requests =
    !details.isSameRequests && requestsText(a) !== requestsText(b)
      ? [`  A sends its ports ${requestsText(a)}`, `  B sends its ports ${requestsText(b)}`]
      : [];
  return [
    `  Both: ${received(a)}`,
    ...differenceLines('in the message', details.message),
    ...states,
    ...requests,
    ...differenceLines('in the context', details.context),
  ];
};

const placeText = (name: string, step: Step | null): string =>
  step ? `row ${step.row} of ${name} at ${secondsText(step.at, 3)}` : `the end of ${name}`;

const divergenceLines = (place: FirstDivergence): readonly string[] => {
  const { run, path, difference, only } = place;
  const { a, b, indexA, indexB, kind } = difference;
  const index = kind === 'only-b' ? indexB : indexA;
  const head = `✗ First divergence: page load ${run + 1}, ${shortPath(path)}, message ${index + 1} (${placeText('A', a)}, ${placeText('B', b)})`;
  if (only) return [head, `  The machine runs only in ${only}`];
  return kind === 'differs' ? [head, ...bothLines(place)] : [head, oneLine('A', a), oneLine('B', b)];
};

const messagesText = ({ machines }: FlowDiff): string => {
  const diffs = machines.map(({ diff }) => diff);
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  const reordered = sum(diffs.map((diff) => diff.reordered));
  const differences = diffs.flatMap((diff) => diff.differences);
  const counted = [
    ['different', 'differs'],
    ['only in A', 'only-a'],
    ['only in B', 'only-b'],
  ].map(([words, kind]) => [words, differences.filter((one) => one.kind === kind).length] as const);
  return [
    `Messages: ${sum(diffs.map(({ equal }) => equal))} equal`,
    ...(reordered ? [`${reordered} equal in a different order`] : []),
    ...counted.flatMap(([words, count]) => (count ? [`${count} ${words}`] : [])),
  ].join(', ');
};

const pageLoads = (count: number): string => `${count} page load${count === 1 ? '' : 's'}`;

const pageLoadLines = ({ addresses, onlyA, onlyB }: FlowDiff): readonly string[] => [
  ...addresses.map(({ run, a, b }) => `✗ Page load ${run + 1}: A opens ${a}; B opens ${b}`),
  ...(onlyA ? [`✗ ${pageLoads(onlyA)} only in A`] : []),
  ...(onlyB ? [`✗ ${pageLoads(onlyB)} only in B`] : []),
];

export const flowDiffLines = (diff: FlowDiff): readonly string[] => {
  const { machines, first } = diff;
  const loads = pageLoadLines(diff);
  const total = messagesText(diff);
  if (first || loads.length > 0) return [...loads, ...(first ? divergenceLines(first) : []), total];
  return [`✓ The recordings are equal: ${machines.length} machines; ${total.toLowerCase()}`];
};
