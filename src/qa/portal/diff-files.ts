import './allowed-keys.ts';
import { flowDiff, flowDiffLines, isSameFlow } from '../core/compare/flow-diff.ts';
import { type Flow, readFlow } from '../core/record/flow.file.ts';

const heading = (letter: string, { name, build, locale }: Flow): string =>
  `${letter}: "${name}", recorded by build ${build} in ${locale}`;

const changedCharts = (a: Flow, b: Flow): readonly string[] =>
  Object.entries(a.machines).flatMap(([id, hash]) => {
    const other = b.machines[id];
    return other === undefined || other === hash ? [] : [id];
  });

/** Compares the texts of two `.flow.json` files. Returns lines for a terminal. */
export const diffFiles = (textA: string, textB: string) => {
  const readA = readFlow(textA);
  const readB = readFlow(textB);
  if (!readA.ok) return { result: 'unreadable' as const, lines: [`A: ${readA.line}`] };
  if (!readB.ok) return { result: 'unreadable' as const, lines: [`B: ${readB.line}`] };
  const [a, b] = [readA.flow, readB.flow];
  const diff = flowDiff(a, b);
  const changed = changedCharts(a, b);
  const isCut = [...a.runs, ...b.runs].some(({ cut }) => cut);
  return {
    result: isSameFlow(diff) ? ('same' as const) : ('different' as const),
    lines: [
      heading('A', a),
      heading('B', b),
      ...(changed.length ? [`! Charts that differ between A and B: ${changed.join(', ')}`] : []),
      ...(isCut ? ['! A recorder was full: the end of a recording is missing.'] : []),
      ...flowDiffLines(diff),
    ],
  };
};
