import { brief, type Difference } from '../replay/divergence.ts';
import { shortPath, stateText } from '../replay/run-log.lines.ts';
import type { ComparedMachine, FirstDivergence, FlowDiff } from './flow-diff.ts';
import type { GuardOutcome } from './guard-outcomes.ts';
import type { Step } from './machine-steps.ts';

const MAX_DIFFERENCES = 5;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(3)} s`;

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

const differenceLines = (where: string, differences: readonly Difference[]): readonly string[] => {
  const lines = differences
    .slice(0, MAX_DIFFERENCES)
    .map(({ path, a, b }) => `  ${where}${path === '' ? '' : `, at ${path}`}: ${sidesText(a, b)}`);
  const more = differences.length - MAX_DIFFERENCES;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
};

const requestsText = ({ requests }: Step): string =>
  requests.length > 0 ? requests.map(({ to, event }) => `"${event.type}" to ${to}`).join(', ') : 'nothing';

const bothLines = (
  { difference: { a, b }, details }: FirstDivergence,
  guards: readonly GuardOutcome[],
): readonly string[] => {
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
    ...guards.map(({ guard, inA, inB }) => `  guard ${guard}: ${inA} in A, ${inB} in B`),
    ...requests,
    ...differenceLines('in the context', details.context),
  ];
};

const placeText = (name: string, step: Step | null): string =>
  step ? `row ${step.row} of ${name} at ${seconds(step.at)}` : `the end of ${name}`;

/** A place where two recordings differ, in words; the first line says where it is. */
const differencePlaceLines = (place: FirstDivergence, guards: readonly GuardOutcome[]): readonly string[] => {
  const { run, path, difference, actorA, actorB } = place;
  const { a, b, indexA, indexB, kind } = difference;
  const index = kind === 'only-b' ? indexB : indexA;
  const head = `page load ${run + 1}, ${shortPath(path)}, message ${index + 1} (${placeText('A', a)}, ${placeText('B', b)})`;
  if (actorA === null) return [head, '  The machine runs only in B'];
  if (actorB === null) return [head, '  The machine runs only in A'];
  return kind === 'differs' ? [head, ...bothLines(place, guards)] : [head, oneLine('A', a), oneLine('B', b)];
};

/** Where two recordings differ first, in words. */
const divergenceLines = (first: FirstDivergence, guards: readonly GuardOutcome[]): readonly string[] => {
  const [head, ...lines] = differencePlaceLines(first, guards);
  return [`✗ First divergence: ${head}`, ...lines];
};

type Counts = {
  readonly equal: number;
  readonly reordered: number;
  readonly differ: number;
  readonly onlyA: number;
  readonly onlyB: number;
};

const countsOf = ({ diff: { equal, reordered, differences } }: ComparedMachine): Counts => {
  const count = (kind: string): number => differences.filter((one) => one.kind === kind).length;
  return { equal, reordered, differ: count('differs'), onlyA: count('only-a'), onlyB: count('only-b') };
};

const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, one) => ({
      equal: sum.equal + one.equal,
      reordered: sum.reordered + one.reordered,
      differ: sum.differ + one.differ,
      onlyA: sum.onlyA + one.onlyA,
      onlyB: sum.onlyB + one.onlyB,
    }),
    { equal: 0, reordered: 0, differ: 0, onlyA: 0, onlyB: 0 },
  );

const countsText = ({ equal, reordered, differ, onlyA, onlyB }: Counts): string =>
  [
    `${equal} equal`,
    ...(reordered ? [`${reordered} equal in a different order`] : []),
    ...(differ ? [`${differ} different`] : []),
    ...(onlyA ? [`${onlyA} only in A`] : []),
    ...(onlyB ? [`${onlyB} only in B`] : []),
  ].join(', ');

const machineLines = (machines: readonly ComparedMachine[], runs: number): readonly string[] => {
  const different = machines.filter(({ diff }) => diff.differences.length > 0);
  const nameOf = ({ run, path }: ComparedMachine): string => `${runs > 1 ? `${run + 1}: ` : ''}${shortPath(path)}`;
  const width = Math.max(0, ...different.map((one) => nameOf(one).length));
  const equal = machines.length - different.length;
  return [
    ...different.map((one) => `    ${nameOf(one).padEnd(width)}  ${countsText(countsOf(one))}`),
    ...(different.length > 0 && equal > 0 ? [`    (${equal} more machines with equal messages)`] : []),
  ];
};

const pageLoads = (count: number): string => `${count} page load${count === 1 ? '' : 's'}`;

/** How many messages are equal and how many differ. */
const messagesText = ({ machines }: FlowDiff): string => `Messages: ${countsText(sumOf(machines.map(countsOf)))}`;

/** The page loads that begin differently, or that only one recording has. */
const pageLoadLines = ({ addresses, onlyA, onlyB }: FlowDiff): readonly string[] => [
  ...addresses.map(({ run, a, b }) => `✗ Page load ${run + 1}: A opens ${a}; B opens ${b}`),
  ...(onlyA ? [`✗ ${pageLoads(onlyA)} only in A`] : []),
  ...(onlyB ? [`✗ ${pageLoads(onlyB)} only in B`] : []),
];

/** The result of a comparison in words. */
export const flowDiffLines = (diff: FlowDiff, guards: readonly GuardOutcome[]): readonly string[] => {
  const { machines, first } = diff;
  const loads = pageLoadLines(diff);
  const total = messagesText(diff);
  const runs = new Set(machines.map(({ run }) => run)).size;
  if (first) return [...loads, ...divergenceLines(first, guards), total, ...machineLines(machines, runs)];
  if (loads.length > 0) return [...loads, total];
  return [`✓ The recordings are equal: ${machines.length} machines; ${total.toLowerCase()}`];
};
