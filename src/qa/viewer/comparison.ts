import { type AlignedStep, alignedSteps } from '../diff/aligned-steps.ts';
import { differencePlaceLines, equalText, messagesText, pageLoadLines } from '../diff/flow-diff.lines.ts';
import { flowDiff } from '../diff/flow-diff.ts';
import { guardOutcomes } from '../diff/guard-outcomes.ts';
import { type Flow, readFlow } from '../record/flow.file.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { stepCountUntil } from '../replay/replay.ts';

/** The two recordings of a comparison, as texts of `.flow.json`. */
export type ComparedTexts = { readonly a: string; readonly b: string };

/** A step, in the order of the lanes. `position`: its index among all. */
export type ComparedStep = AlignedStep & { readonly position: number };

export type Comparison = {
  readonly a: Flow;
  readonly b: Flow;
  readonly steps: readonly ComparedStep[];
  /** The position of the first divergence; null if the messages are equal. */
  readonly first: number | null;
  /** How many messages are equal, and which page loads differ. */
  readonly lines: readonly string[];
  /** A step in words, one fact per line. */
  readonly linesOf: (step: ComparedStep) => readonly string[];
};

export type ComparisonReading =
  | { readonly ok: true; readonly comparison: Comparison }
  | { readonly ok: false; readonly line: string };

/** Compares two recordings. For a broken or foreign file, returns one line that says what is wrong with it. */
export const readComparison = (texts: ComparedTexts): ComparisonReading => {
  const [readA, readB] = [readFlow(texts.a), readFlow(texts.b)];
  if (!readA.ok) return readA;
  if (!readB.ok) return readB;
  const [a, b] = [readA.flow, readB.flow];
  const diff = flowDiff(a, b);
  const steps = alignedSteps(diff, a, b).map((step, position) => ({ ...step, position }));
  const first = diff.first && steps.findIndex(({ difference }) => difference === diff.first?.difference);
  const linesOf = ({ run, machine, difference, ...both }: ComparedStep): readonly string[] => {
    if (!difference) return both.a ? [equalText(both.a)] : [];
    const [runA, runB] = [a.runs[run], b.runs[run]];
    const place = { ...machine, difference, details: diff.detailsOf(run, difference) };
    return differencePlaceLines(place, runA && runB ? guardOutcomes(place, runA, runB) : []);
  };
  return {
    ok: true,
    comparison: { a, b, steps, first, lines: [messagesText(diff), ...pageLoadLines(diff)], linesOf },
  };
};

/** The number of external events up to a row, as the viewer counts them. */
export const externalCountUntil = ({ runs }: Flow, load: number, row: number): number => {
  const run = runs[load];
  return run ? stepCountUntil(portalSystem, run, row) : 0;
};
