import ELK from 'elkjs/lib/elk.bundled.js';
import { drawChart } from '../../src/qa/chart/layout.chart.ts';
import { svgOf } from '../../src/qa/chart/svg.chart.ts';
import type { ChartCoverage } from '../../src/qa/coverage/chart-coverage.ts';
import { chartTransitionsOf } from '../../src/qa/coverage/chart-transitions.ts';
import { countFlow } from '../../src/qa/coverage/count-flow.ts';
import { coverageLayer, coverageRemarks } from '../../src/qa/coverage/coverage-drawing.ts';
import { coveragePage, isDrawn } from '../../src/qa/coverage/coverage-page.ts';
import { type ChartCounts, createTransitionCounter, NO_COUNTS } from '../../src/qa/coverage/transition-counter.ts';
import { textHash } from '../../src/qa/record/chart-hash.ts';
import { readFlow } from '../../src/qa/record/flow.file.ts';
import { reasonOf } from './coverage-reasons.ts';
import { readGeneratedCounts } from './generated-counts.ts';
import { MACHINES } from './machine-documents.ts';

/** A `.flow.json`. */
type RecordingFile = { readonly name: string; readonly text: string };

type CoveredMachine = { readonly coverage: ChartCoverage; readonly counts: ChartCounts };

type RecordedCoverage = {
  readonly page: string;
  readonly machines: readonly CoveredMachine[];
  readonly divergences: readonly string[];
};

/** The problem of the first file that is not a recording; null if all files are recordings. */
export const brokenRecording = (files: readonly RecordingFile[]): string | null => {
  for (const { name, text } of files) {
    const read = readFlow(text);
    if (!read.ok) return `${name}: ${read.line}`;
  }
  return null;
};

/** Where recordings are from: kept flows are compared with the generated paths, recordings in other folders are not. */
type Origin = 'kept' | 'folder';

const nameOf = (files: readonly RecordingFile[], origin: Origin): string => {
  const all = files.length === 1 ? 'one recording' : `${files.length} recordings`;
  return origin === 'kept' ? `the ${files.length} [kept flows](../qa.md#record)` : `${all} of this folder`;
};

/** Replays recordings and writes the page. Throws for a file that is not a recording. */
export const coverageOf = (files: readonly RecordingFile[], origin: Origin): RecordedCoverage => {
  const hasPaths = origin === 'kept';
  const counter = createTransitionCounter();
  const divergences: string[] = [];
  for (const { name, text } of files) {
    const read = readFlow(text);
    if (!read.ok) throw new Error(`${name}: ${read.line}`);
    divergences.push(...countFlow(counter, read.flow).map((line) => `${name}: ${line}`));
  }
  const counted = counter.counts();
  const machines = [...MACHINES].map(([name, machine]): CoveredMachine => {
    const counts = counted.get(machine.id) ?? NO_COUNTS;
    const generated = hasPaths ? readGeneratedCounts(machine) : null;
    return { coverage: { name, ...chartTransitionsOf(machine), recorded: counts, generated }, counts };
  });
  const page = coveragePage({
    recordings: nameOf(files, origin),
    machines: machines.map(({ coverage }) => coverage),
    divergences,
    drawings: 'coverage',
    reasonOf: hasPaths ? reasonOf : () => null,
  });
  return { page, machines, divergences };
};

const entries = (map: ReadonlyMap<string, number>): readonly (readonly [string, number])[] => [...map];

/** Identifies what a drawing shows: the chart and the counts. */
export const drawingSource = ({ coverage: { chart, generated }, counts }: CoveredMachine): string =>
  textHash(
    JSON.stringify([
      chart,
      [counts.taken, counts.refused, counts.pairs].map(entries),
      generated && [generated.taken, generated.refused].map(entries),
    ]),
  );

/** The drawings: file name → text. */
export const coverageDrawings = async (machines: readonly CoveredMachine[]): Promise<ReadonlyMap<string, string>> => {
  const elk = new ELK();
  const files = new Map<string, string>();
  for (const machine of machines.filter(({ coverage }) => isDrawn(coverage))) {
    const { coverage, counts } = machine;
    const drawing = await drawChart(coverage.chart, elk, coverageRemarks(coverage));
    const layer = coverageLayer(coverage, counts.pairs, drawingSource(machine));
    files.set(`${coverage.name}.svg`, svgOf(drawing, `Coverage of ${coverage.name}`, layer));
  }
  return files;
};
