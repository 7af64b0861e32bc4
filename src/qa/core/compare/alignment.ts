import { diffArrays } from 'diff';

/** Above this number of edits, the rest of two lists counts as entirely different. */
const MAX_EDITS = 1_000;

/**
 * The longest common part of two lists, as pairs of indices. Of very different lists only the beginning and the end are paired.
 */
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
