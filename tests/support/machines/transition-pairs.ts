import type { CoverageTransition } from './chart-transitions.ts';

const pairKey = (into: string, out: string): string => `${into} ${out}`;

/** An invoked actor ends once, and a delay runs out once, until their state is entered again. */
const isRepeated = (one: CoverageTransition, next: CoverageTransition): boolean =>
  one.once !== null && one.once === next.once && one.source === next.source && one.staysActive;

/** Every pair of a chart: a way into a state and a way out of it. Guards are not evaluated. */
export const pairsOf = (moves: readonly CoverageTransition[]): readonly string[] =>
  moves.flatMap((one) =>
    moves.filter((next) => one.into.has(next.source) && !isRepeated(one, next)).map(({ id }) => pairKey(one.id, id)),
  );

/** The ids of the two transitions of a pair. */
export const transitionsOfPair = (pair: string): readonly [string, string] => {
  const [into = '', out = ''] = pair.split(' ');
  return [into, out];
};

/** For each state of an actor, the transition that led into it last. */
export type IncomingTransitions = ReadonlyMap<string, string>;

/** The pairs that end with transitions of one step. What other regions do in between does not interrupt a pair. */
export const pairsInto = (incoming: IncomingTransitions, taken: readonly CoverageTransition[]): readonly string[] =>
  taken.flatMap(({ id, source }) => {
    const into = incoming.get(source);
    return into === undefined ? [] : [pairKey(into, id)];
  });

export const updateIncoming = (
  incoming: IncomingTransitions,
  taken: readonly CoverageTransition[],
): IncomingTransitions =>
  taken.length === 0
    ? incoming
    : new Map([...incoming, ...taken.flatMap(({ id, into }) => [...into].map((state) => [state, id] as const))]);
