import type { Chart, ChartTransition } from '../chart/chart.types.ts';
import { transitionSentence } from '../chart/words.chart.ts';
import type { CoverageTransition } from './chart-transitions.ts';
import { pairsOf, transitionsOfPair } from './transition-pairs.ts';

/** Where transitions were taken: `ChartCounts`, or counts that only know whether a pair was taken. */
export type CoverageSource = {
  readonly taken: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  readonly pairs: { has(pair: string): boolean };
};

/** A machine and its taken transitions. `generated`: null without generated paths. */
export type ChartCoverage = {
  readonly name: string;
  readonly chart: Chart;
  readonly moves: readonly CoverageTransition[];
  readonly recorded: CoverageSource;
  readonly generated: CoverageSource | null;
};

export type CoverageRatio = { readonly covered: number; readonly all: number };
export type CoverageRatios = {
  readonly transitions: CoverageRatio;
  readonly guards: CoverageRatio;
  readonly pairs: CoverageRatio;
};

const isTaken = ({ taken }: CoverageSource, { id }: CoverageTransition): boolean => taken.has(id);
const isRefused = ({ refused }: CoverageSource, { id }: CoverageTransition): boolean => refused.has(id);

const figureOf = <Item>(items: readonly Item[], isCovered: (item: Item) => boolean): CoverageRatio => ({
  covered: items.filter(isCovered).length,
  all: items.length,
});

/** What the sources cover together. The two outcomes of a guard can be from different sources. */
export const figuresOf = ({ moves }: ChartCoverage, sources: readonly CoverageSource[]): CoverageRatios => ({
  transitions: figureOf(moves, (move) => sources.some((one) => isTaken(one, move))),
  guards: figureOf(
    moves.filter(({ isGuarded }) => isGuarded),
    (move) => sources.some((one) => isTaken(one, move)) && sources.some((one) => isRefused(one, move)),
  ),
  pairs: figureOf(pairsOf(moves), (pair) => sources.some(({ pairs }) => pairs.has(pair))),
});

const plus = (one: CoverageRatio, other: CoverageRatio): CoverageRatio => ({
  covered: one.covered + other.covered,
  all: one.all + other.all,
});

export const sumOf = (all: readonly CoverageRatios[]): CoverageRatios =>
  all.reduce(
    (total, one) => ({
      transitions: plus(total.transitions, one.transitions),
      guards: plus(total.guards, one.guards),
      pairs: plus(total.pairs, one.pairs),
    }),
    {
      transitions: { covered: 0, all: 0 },
      guards: { covered: 0, all: 0 },
      pairs: { covered: 0, all: 0 },
    },
  );

/** What the sources miss, in words. A guard of a transition that was never taken was never true, and is not repeated. */
export type Missing = {
  readonly transitions: readonly string[];
  readonly neverFalse: readonly string[];
  readonly pairs: readonly string[];
};

const sentenceOf = (chart: Chart, id: string): string => {
  const move: ChartTransition | undefined = chart.moves.find((one) => one.id === id);
  if (!move) throw new Error(`The chart has no transition ${id}.`);
  return transitionSentence(chart, move);
};

const pairSentence = (chart: Chart, pair: string): string =>
  transitionsOfPair(pair)
    .map((id) => sentenceOf(chart, id))
    .join(', then ');

export const missingOf = ({ chart, moves }: ChartCoverage, sources: readonly CoverageSource[]): Missing => {
  const words = ({ id }: CoverageTransition): string => sentenceOf(chart, id);
  return {
    transitions: moves.filter((move) => !sources.some((one) => isTaken(one, move))).map(words),
    neverFalse: moves.filter((move) => move.isGuarded && !sources.some((one) => isRefused(one, move))).map(words),
    pairs: pairsOf(moves)
      .filter((pair) => !sources.some(({ pairs }) => pairs.has(pair)))
      .map((pair) => pairSentence(chart, pair)),
  };
};
