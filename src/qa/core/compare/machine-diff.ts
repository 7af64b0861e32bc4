import { diffArrays } from 'diff';
import { actorId, type Step } from './machine-steps.ts';
import type { Pairing } from './pairing.ts';

/** A place where a machine behaves differently in two recordings. Null: the recording has no step there. */
export type StepDifference = {
  readonly kind: 'differs' | 'only-a' | 'only-b';
  /** The steps at this place; if only one recording has a step, the other field is what the machine does instead. */
  readonly a: Step | null;
  readonly b: Step | null;
  /** Their indices among the steps of the machine. */
  readonly indexA: number;
  readonly indexB: number;
};

/** At most this many consecutive messages may arrive in a different order. */
const LONGEST_BLOCK = 8;

const keyOf = ({ event, from, isTimer }: Step): string =>
  `${event.type} ${from === null ? '' : actorId(from)} ${isTimer}`;

const isSameMessage = (a: Step, b: Step, { isSame }: Pairing): boolean =>
  keyOf(a) === keyOf(b) && isSame(a.event, b.event);

const isSameReaction = (a: Step, b: Step, { isSame }: Pairing): boolean =>
  isSame(a.value, b.value) && a.status === b.status && isSame(a.requests, b.requests) && isSame(a.context, b.context);

const isSameStep = (a: Step, b: Step, pairing: Pairing): boolean =>
  pairing.attempt(() => isSameMessage(a, b, pairing) && isSameReaction(a, b, pairing));

/** Pairs each member of `a` with a different member of `b`; null if a member has no match. */
const matches = <Item>(
  a: readonly Item[],
  b: readonly Item[],
  isMatch: (one: Item, other: Item) => boolean,
): readonly (readonly [Item, Item])[] | null => {
  const left = [...b];
  const found: (readonly [Item, Item])[] = [];
  for (const one of a) {
    const at = left.findIndex((other) => isMatch(one, other));
    const [match] = at < 0 ? [] : left.splice(at, 1);
    if (match === undefined) return null;
    found.push([one, match]);
  }
  return found;
};

const contextAfter = (steps: readonly Step[]) => Object.assign({}, ...steps.map(({ context }) => context));

/** The same messages in a different order, after which the machine is in the same state. */
const reorderedPairs = (a: readonly Step[], b: readonly Step[], pairing: Pairing) => {
  const lastA = a.at(-1);
  const lastB = b.at(-1);
  if (a.length !== b.length || !lastA || !lastB) return null;
  if (a.map(keyOf).toSorted().join() !== b.map(keyOf).toSorted().join()) return null;
  const { isSame, attempt } = pairing;
  let pairs: readonly (readonly [Step, Step])[] | null = null;
  const isFound = attempt(() => {
    pairs = matches(a, b, (one, other) => attempt(() => isSameMessage(one, other, pairing)));
    const requestsA = a.flatMap(({ requests }) => requests);
    const requestsB = b.flatMap(({ requests }) => requests);
    return (
      pairs !== null &&
      isSame(lastA.value, lastB.value) &&
      lastA.status === lastB.status &&
      isSame(contextAfter(a), contextAfter(b)) &&
      requestsA.length === requestsB.length &&
      matches(requestsA, requestsB, (one, other) => attempt(() => isSame(one, other))) !== null
    );
  });
  return isFound ? pairs : null;
};

/** Above this number of edits, the rest of two lists counts as entirely different. */
const MAX_EDITS = 1_000;

/** The longest common part of two lists, as pairs of indices. Of very different lists only the beginning and the end are paired. */
export const alignment = (a: readonly string[], b: readonly string[]): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>();
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    pairs.set(start, start);
    start += 1;
  }
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
    pairs.set(endA, endB);
  }
  const changes = diffArrays(a.slice(start, endA), b.slice(start, endB), { maxEditLength: MAX_EDITS });
  let inA = start;
  let inB = start;
  for (const { count, added, removed } of changes ?? []) {
    if (!added && !removed) for (let at = 0; at < count; at += 1) pairs.set(inA + at, inB + at);
    if (!added) inA += count;
    if (!removed) inB += count;
  }
  return pairs;
};

/** Aligns the steps of a machine by their messages and compares them. `pairs`: the rows of messages that are equal in both. */
export const machineDiff = (a: readonly Step[], b: readonly Step[], pairing: Pairing) => {
  const aligned = alignment(a.map(keyOf), b.map(keyOf));
  const differences: StepDifference[] = [];
  const pairs: (readonly [number, number])[] = [];
  let reordered = 0;
  let indexA = 0;
  let indexB = 0;

  const nextBlock = (): readonly (readonly [Step, Step])[] | null => {
    for (let length = 2; length <= LONGEST_BLOCK; length += 1) {
      if (indexA + length > a.length || indexB + length > b.length) return null;
      const block = reorderedPairs(a.slice(indexA, indexA + length), b.slice(indexB, indexB + length), pairing);
      if (block) return block;
    }
    return null;
  };
  const add = (kind: StepDifference['kind']): void => {
    differences.push({ kind, a: a[indexA] ?? null, b: b[indexB] ?? null, indexA, indexB });
    if (kind !== 'only-b') indexA += 1;
    if (kind !== 'only-a') indexB += 1;
  };

  while (indexA < a.length || indexB < b.length) {
    const [stepA, stepB] = [a[indexA], b[indexB]];
    const isEqual = stepA && stepB && isSameStep(stepA, stepB, pairing);
    const block = isEqual ? [[stepA, stepB] as const] : nextBlock();
    if (block) {
      pairs.push(...block.map(([one, other]) => [one.row, other.row] as const));
      if (!isEqual) reordered += block.length;
      indexA += block.length;
      indexB += block.length;
      continue;
    }
    const partner = aligned.get(indexA);
    if (partner === indexB) add('differs');
    else if (stepA && (partner === undefined || partner < indexB)) add('only-a');
    else add('only-b');
  }
  return { equal: pairs.length - reordered, reordered, differences, pairs };
};

export type MachineDiff = ReturnType<typeof machineDiff>;
