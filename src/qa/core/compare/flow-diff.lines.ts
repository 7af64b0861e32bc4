import { brief, type Difference } from '../replay/divergence.ts';
import { shortPath, stateText } from '../replay/run-log.lines.ts';
import type { FirstDivergence, FlowDiff } from './flow-diff.ts';
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
  step ? `row ${step.row} of ${name} at ${seconds(step.at)}` : `the end of ${name}`;

/** Where two recordings differ first, in words. */
const divergenceLines = (place: FirstDivergence): readonly string[] => {
  const { run, path, difference, only } = place;
  const { a, b, indexA, indexB, kind } = difference;
  const index = kind === 'only-b' ? indexB : indexA;
  const head = `✗ First divergence: page load ${run + 1}, ${shortPath(path)}, message ${index + 1} (${placeText('A', a)}, ${placeText('B', b)})`;
  if (only) return [head, `  The machine runs only in ${only}`];
  return kind === 'differs' ? [head, ...bothLines(place)] : [head, oneLine('A', a), oneLine('B', b)];
};

/** How many messages are equal and how many differ. */
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

/** The page loads that begin differently, or that only one recording has. */
const pageLoadLines = ({ addresses, onlyA, onlyB }: FlowDiff): readonly string[] => [
  ...addresses.map(({ run, a, b }) => `✗ Page load ${run + 1}: A opens ${a}; B opens ${b}`),
  ...(onlyA ? [`✗ ${pageLoads(onlyA)} only in A`] : []),
  ...(onlyB ? [`✗ ${pageLoads(onlyB)} only in B`] : []),
];

/** The result of a comparison in words. */
export const flowDiffLines = (diff: FlowDiff): readonly string[] => {
  const { machines, first } = diff;
  const loads = pageLoadLines(diff);
  const total = messagesText(diff);
  if (first || loads.length > 0) return [...loads, ...(first ? divergenceLines(first) : []), total];
  return [`✓ The recordings are equal: ${machines.length} machines; ${total.toLowerCase()}`];
};
