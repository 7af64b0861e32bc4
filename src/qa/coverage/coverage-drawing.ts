import type { ChartTransition } from '../chart/chart.types.ts';
import { countText, countWidth, timesText } from '../chart/counts.chart.ts';
import type { Arrow, Remarks } from '../chart/layout.chart.ts';
import type { Emphasis, Layer } from '../chart/svg.chart.ts';
import { transitionSentence } from '../chart/words.chart.ts';
import type { ChartCoverage } from './chart-coverage.ts';
import { transitionsOfPair } from './transition-pairs.ts';

const takenWords = ({ recorded, generated }: ChartCoverage, id: string): string => {
  const count = recorded.taken.get(id) ?? 0;
  const onPaths = generated?.taken.get(id) ?? 0;
  return count === 0 && onPaths > 0 ? `○ paths ${timesText(onPaths)}` : countText(count);
};

const refusedWords = ({ recorded, generated }: ChartCoverage, { id, guard }: ChartTransition): string => {
  if (guard === null) return '';
  const count = recorded.refused.get(id) ?? 0;
  if (count > 0) return ` · false ${timesText(count)}`;
  const onPaths = generated?.refused.get(id) ?? 0;
  return onPaths > 0 ? ` · false on paths ${timesText(onPaths)}` : ' · never false';
};

/** How often each transition was taken and its guard was false. */
export const coverageRemarks = (coverage: ChartCoverage): Remarks =>
  new Map(
    coverage.chart.moves.map(
      (move) => [move.id, takenWords(coverage, move.id) + refusedWords(coverage, move)] as const,
    ),
  );

const emphasisOf = ({ recorded, generated }: ChartCoverage, { moves }: Arrow): Emphasis => {
  const count = moves.reduce((sum, { id }) => sum + (recorded.taken.get(id) ?? 0), 0);
  if (count > 0) return { kind: 'taken', width: countWidth(count) };
  const isOnPaths = moves.some(({ id }) => generated?.taken.has(id));
  return isOnPaths ? { kind: 'generated', width: countWidth(0) } : { kind: 'never', width: 3 };
};

/** The transitions that followed in recordings, and how often. */
const tooltipOf = ({ chart }: ChartCoverage, pairs: ReadonlyMap<string, number>, id: string): string | null => {
  const next = [...pairs].flatMap(([pair, count]) => {
    const [into, out] = transitionsOfPair(pair);
    const move = chart.moves.find((one) => one.id === out);
    return into === id && move ? [{ count, line: `${transitionSentence(chart, move)} · ${timesText(count)}` }] : [];
  });
  if (next.length === 0) return null;
  const lines = next.sort((one, other) => other.count - one.count).map(({ line }) => line);
  return ['Then:', ...lines].join('\n');
};

/** `pairs`: how often recordings took each pair. */
export const coverageLayer = (coverage: ChartCoverage, pairs: ReadonlyMap<string, number>): Layer => ({
  emphasisOf: (arrow) => emphasisOf(coverage, arrow),
  tooltipOf: (id) => tooltipOf(coverage, pairs, id),
});
