import type { ChartMove } from './chart-moves.ts';

const pairKey = (into: string, out: string): string => `${into} ${out}`;

/** An invoked actor ends once, and a delay runs out once, until their state is entered again. */
const isRepeated = (one: ChartMove, next: ChartMove): boolean =>
  one.once !== null && one.once === next.once && one.source === next.source && one.staysActive;

/** Every pair of a chart: a way into a state and a way out of it. Guards are not evaluated. */
export const pairsOf = (moves: readonly ChartMove[]): readonly string[] =>
  moves.flatMap((one) =>
    moves.filter((next) => one.into.has(next.source) && !isRepeated(one, next)).map(({ id }) => pairKey(one.id, id)),
  );

/** The ids of the two transitions of a pair. */
export const movesOfPair = (pair: string): readonly [string, string] => {
  const [into = '', out = ''] = pair.split(' ');
  return [into, out];
};

/** For each state of an actor, the transition that led into it last. */
export type WaysIn = ReadonlyMap<string, string>;

/** The pairs that end with transitions of one step. What other regions do in between does not interrupt a pair. */
export const pairsInto = (ways: WaysIn, taken: readonly ChartMove[]): readonly string[] =>
  taken.flatMap(({ id, source }) => {
    const into = ways.get(source);
    return into === undefined ? [] : [pairKey(into, id)];
  });

export const waysAfter = (ways: WaysIn, taken: readonly ChartMove[]): WaysIn =>
  taken.length === 0
    ? ways
    : new Map([...ways, ...taken.flatMap(({ id, into }) => [...into].map((state) => [state, id] as const))]);
