/** Above this number of edits, the rest of two lists counts as entirely different. */
const MAX_EDITS = 1_000;

/**
 * The longest common part of two lists, as pairs of indices (Myers). Of very different lists only the beginning and the end are paired.
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
  for (const [left, right] of middle(a.slice(start, endA), b.slice(start, endB)))
    pairs.set(start + left, start + right);
  return pairs;
};

const middle = (a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] => {
  const most = Math.min(a.length + b.length, MAX_EDITS);
  const history: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= most; edits += 1) {
    history.push(furthest);
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = firstX(furthest, diagonal, edits);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return tracedBack(history, a.length, b.length);
    }
    furthest = next;
  }
  return [];
};

const isDown = (furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (furthest.get(diagonal - 1) ?? -1) < (furthest.get(diagonal + 1) ?? -1));

const firstX = (furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): number =>
  isDown(furthest, diagonal, edits) ? (furthest.get(diagonal + 1) ?? 0) : (furthest.get(diagonal - 1) ?? 0) + 1;

const tracedBack = (
  history: readonly ReadonlyMap<number, number>[],
  endX: number,
  endY: number,
): readonly (readonly [number, number])[] => {
  const pairs: (readonly [number, number])[] = [];
  let x = endX;
  let y = endY;
  for (let edits = history.length - 1; edits >= 0; edits -= 1) {
    const furthest = history[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const before = isDown(furthest, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : (furthest.get(before) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return pairs;
};
