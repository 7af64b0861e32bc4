import { type FlowRun, readFlow, writeFlow } from '../record/flow.file.ts';
import { shrunkName } from '../record/shrunk-name.ts';
import { hashesOfRuns } from '../replay/changed-charts.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { logRun } from '../replay/run-log.ts';
import { failureText, readFailure } from './failure.ts';
import { shownScreens } from './shown-screens.ts';
import { type Minimality, type ShrunkRun, shrinkRun } from './shrink-run.ts';

/** `text`: the text of the shorter recording. */
export type FileShrink =
  | { readonly result: 'shrunk'; readonly lines: readonly string[]; readonly text: string }
  | { readonly result: 'absent' | 'unreadable'; readonly lines: readonly string[] };

export type FileShrinkOptions = {
  /** What the shorter recording must still show, as in `readFailure`; without it, what the replay finds. */
  readonly fails?: string;
  /** Any clock, in ms. */
  readonly now: () => number;
  readonly budgetMs: number;
};

const foundByReplay = (runs: readonly FlowRun[]): string | null => {
  for (const run of runs) {
    const { divergence, broken } = logRun(run);
    const [rule] = broken;
    if (divergence) return 'diverges';
    if (rule) return `rule:${rule.id}`;
  }
  return null;
};

const seconds = (ms: number): string => `${ms / 1_000} s`;

const endLine = (minimality: Minimality, budgetMs: number): string => {
  switch (minimality) {
    case 'minimal':
      return 'Minimal: without any one of these messages the failure is gone.';
    case 'out-of-time':
      return `Not minimal: stopped after ${seconds(budgetMs)}. Shrink the result again.`;
    case 'cut':
      return 'Only the end is left out: the failure needs messages that arrive while a machine starts.';
  }
};

const sizeLine = ({ rows }: FlowRun, { run, inputs: [before, after] }: ShrunkRun): string =>
  `${before} → ${after} messages from outside, ${rows.length} → ${run.rows.length} rows`;

/** Makes the text of a `.flow.json` as short as possible while it still shows a failure. Returns it with lines for a terminal. */
export const shrinkFile = (text: string, { fails, now, budgetMs }: FileShrinkOptions): FileShrink => {
  const read = readFlow(text);
  if (!read.ok) return { result: 'unreadable', lines: [read.line] };
  const { flow } = read;
  const wanted = fails ?? foundByReplay(flow.runs);
  if (wanted === null)
    return {
      result: 'absent',
      lines: [
        'The replay finds no failure. Name one after --shrink, such as "screen:MACHINE=NAME". The recording shows, in this order:',
        ...shownScreens(flow.runs),
      ],
    };
  const reading = readFailure(wanted, portalSystem);
  if (!reading.ok) return { result: 'unreadable', lines: [reading.line] };
  const { failure } = reading;
  const start = now();
  const isTimeUp = (): boolean => now() - start > budgetMs;
  for (const [index, run] of flow.runs.entries()) {
    const shrunk = shrinkRun(run, failure, { system: portalSystem, isTimeUp });
    if (!shrunk) continue;
    const recorded = failure.kind === 'diverges' ? flow.machines : {};
    const machines = hashesOfRuns(portalSystem, [shrunk.run], recorded);
    return {
      result: 'shrunk',
      lines: [
        `Kept: ${failureText(failure)} (page load ${index + 1} of ${flow.runs.length})`,
        `${sizeLine(run, shrunk)}, after ${shrunk.tries} tries`,
        endLine(shrunk.minimality, budgetMs),
      ],
      text: writeFlow({ ...flow, name: shrunkName(flow.name), machines, runs: [shrunk.run] }),
    };
  }
  const line = `The recording does not show it: ${failureText(failure)}.`;
  if (failure.kind !== 'screen') return { result: 'absent', lines: [line] };
  return {
    result: 'absent',
    lines: [`${line} It shows, in this order:`, ...shownScreens(flow.runs, failure.machine)],
  };
};
