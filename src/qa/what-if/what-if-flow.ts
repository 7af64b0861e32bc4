import { divergenceLines } from '../diff/flow-diff.lines.ts';
import { flowDiff } from '../diff/flow-diff.ts';
import { guardOutcomes } from '../diff/guard-outcomes.ts';
import { type Flow, writeFlow } from '../record/flow.file.ts';
import { hashesOfRuns } from '../replay/changed-charts.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { stepCountUntil } from '../replay/replay.ts';
import { externalEventsOf } from '../replay/rerun.ts';
import { continueRun, type Question, type WhatIf } from './continuation.ts';
import { changeLines, changeText } from './what-if.lines.ts';

/** A recording that continues differently after a change. */
export type ChangedFlow = {
  readonly flow: Flow;
  /** The text of its `.flow.json`. */
  readonly text: string;
  /** The index of the changed page load. */
  readonly load: number;
  /** The number of external events after which the change has happened, as `messagesOfRun` counts them. */
  readonly outside: number;
  /** What was changed, one fact per line. */
  readonly lines: readonly string[];
  /** Where it first differs from the original, in words: A is the original. */
  readonly divergence: readonly string[];
};

export type WhatIfResult =
  | { readonly result: 'refused'; readonly why: string }
  | { readonly result: 'question'; readonly question: Question }
  | { readonly result: 'changed'; readonly changed: ChangedFlow };

const SEPARATOR = ', what if ';

const nameOf = (name: string, change: string): string =>
  `${name}${name.includes(SEPARATOR) ? ' and ' : SEPARATOR}${change}`;

const firstDivergence = (original: Flow, flow: Flow): readonly string[] => {
  const runs = original.runs.slice(0, flow.runs.length);
  const { first } = flowDiff({ runs }, flow);
  const [runA, runB] = first ? [runs[first.run], flow.runs[first.run]] : [];
  if (!first || !runA || !runB) return ['The machines do the same as in the original.'];
  return divergenceLines(first, guardOutcomes(first, runA, runB));
};

/**
 * Changes a page load of a recording and continues on the current machines. The page loads before it stay; later ones are left out, because
 * they begin with what this one stored. `original`: what the result is compared with.
 */
export const whatIf = (flow: Flow, load: number, given: WhatIf, original: Flow = flow): WhatIfResult => {
  const recordedRun = flow.runs[load];
  if (!recordedRun) return { result: 'refused', why: `This recording has no page load ${load + 1}.` };
  const result = continueRun(portalSystem, recordedRun, given);
  if (result.result !== 'complete') return result;
  const { change, run, row } = result.continued;
  const recorded = externalEventsOf(recordedRun.rows)[change.input];
  const earlier = flow.runs.slice(0, load);
  const changed: Flow = {
    ...flow,
    name: nameOf(flow.name, changeText(change, recorded)),
    machines: { ...hashesOfRuns(portalSystem, earlier, flow.machines), ...hashesOfRuns(portalSystem, [run]) },
    runs: [...earlier, run],
  };
  const later = flow.runs.length - load - 1;
  return {
    result: 'changed',
    changed: {
      flow: changed,
      text: writeFlow(changed),
      load,
      outside: stepCountUntil(portalSystem, run, change.kind === 'drop' ? row - 1 : row),
      lines: changeLines({ recorded, hasRest: given.hasRest, later }, result.continued),
      divergence: firstDivergence(original, changed),
    },
  };
};
