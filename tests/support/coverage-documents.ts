import ELK from 'elkjs/lib/elk.bundled.js';
import { drawChart } from '../../src/qa/chart/layout.chart.ts';
import { svgOf } from '../../src/qa/chart/svg.chart.ts';
import type { ChartCoverage } from '../../src/qa/coverage/chart-coverage.ts';
import { chartTransitionsOf } from '../../src/qa/coverage/chart-transitions.ts';
import { countFlow } from '../../src/qa/coverage/count-flow.ts';
import { coverageLayer, coverageRemarks } from '../../src/qa/coverage/coverage-drawing.ts';
import { coveragePage, isDrawn } from '../../src/qa/coverage/coverage-page.ts';
import { type ChartCounts, createTransitionCounter, NO_COUNTS } from '../../src/qa/coverage/transition-counter.ts';
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

const nameOf = (files: readonly RecordingFile[], counts: string | null): string => {
  const all = files.length === 1 ? 'one recording' : `${files.length} recordings`;
  return counts === null ? `${all} of this folder` : `the ${files.length} kept flows`;
};

const reasonFor = (name: string, missing: string): string | null => reasonOf(MACHINES.get(name)?.id ?? name, missing);

/**
 * Replays recordings and writes the page. `counts`: the folder with the counts of the generated paths, or null to show recordings only.
 * Throws for a file that is not a recording.
 */
export const coverageOf = (files: readonly RecordingFile[], counts: string | null): RecordedCoverage => {
  const counter = createTransitionCounter();
  const divergences: string[] = [];
  for (const { name, text } of files) {
    const read = readFlow(text);
    if (!read.ok) throw new Error(`${name}: ${read.line}`);
    divergences.push(...countFlow(counter, read.flow).map((line) => `${name}: ${line}`));
  }
  const counted = counter.counts();
  const machines = [...MACHINES].map(([name, machine]): CoveredMachine => {
    const recorded = counted.get(machine.id) ?? NO_COUNTS;
    const generated = counts === null ? null : readGeneratedCounts(counts, machine);
    return { coverage: { name, ...chartTransitionsOf(machine), recorded, generated }, counts: recorded };
  });
  const page = coveragePage({
    recordings: nameOf(files, counts),
    machines: machines.map(({ coverage }) => coverage),
    divergences,
    drawings: 'coverage',
    reasonOf: counts === null ? () => null : reasonFor,
  });
  return { page, machines, divergences };
};

/** The drawings: file name → text. */
export const coverageDrawings = async (machines: readonly CoveredMachine[]): Promise<ReadonlyMap<string, string>> => {
  const elk = new ELK();
  const files = new Map<string, string>();
  for (const { coverage, counts } of machines.filter((one) => isDrawn(one.coverage))) {
    const drawing = await drawChart(coverage.chart, elk, coverageRemarks(coverage));
    const layer = coverageLayer(coverage, counts.pairs);
    files.set(`${coverage.name}.svg`, svgOf(drawing, `Coverage of ${coverage.name}`, layer));
  }
  return files;
};
