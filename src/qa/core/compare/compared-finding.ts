import type { Flow } from '../record/flow.file.ts';
import { brief, type Difference } from '../replay/divergence.ts';
import { shortPath } from '../replay/run-log.lines.ts';
import { flowDiff, inOrder } from './flow-diff.ts';
import type { Step } from './machine-steps.ts';

/** The first result of a port that is not the one of another recording. `row`: in page load `run`. */
export type OtherResult = {
  readonly run: number;
  readonly row: number;
  readonly port: string;
  readonly isFailure: boolean;
  readonly sentence: string;
};

const RESULT = /^xstate\.(?:done|error|snapshot)\.actor\.(.+)$/;
const FAILURE = /^xstate\.error\./;

const portOf = ({ event }: Step): string | null => RESULT.exec(event.type)?.[1] ?? null;

const isOfPlayer = ({ event, from, isTimer }: Step): boolean =>
  from === null && !isTimer && event.type !== 'xstate.init';

const otherData = (path: string, port: string, { path: place, a, b }: Difference): string =>
  `${shortPath(path)}: the result of ${port} has ${place} ${brief(b)}, and ${brief(a)} there`;

/**
 * Compares the results of ports with those of the other recording. A choice of the player counts as equal, so after a different one only a call that
 * fails in this recording alone is a finding.
 */
export const otherResult = (other: Flow, flow: Flow): OtherResult | null => {
  const diff = flowDiff(other, flow);
  const paths = new Set(diff.machines.map(({ path }) => path));
  let hasChosenOther = false;
  const differences = flow.runs.flatMap((_, run) => inOrder(diff.machines.filter((machine) => machine.run === run)));
  for (const { run, path, difference } of differences) {
    const { kind, a } = difference;
    const b = kind === 'only-a' ? null : difference.b;
    const step = b ?? a;
    if (!step) continue;
    const details = diff.detailsOf(run, difference)?.message ?? [];
    if (isOfPlayer(step)) hasChosenOther ||= kind !== 'differs' || details.length > 0;
    const port = portOf(step);
    if (!b || port === null || step.from === null || paths.has(step.from)) continue;
    const place = { run, row: b.row, port };
    if (kind === 'only-b' && FAILURE.test(b.event.type))
      return { ...place, isFailure: true, sentence: `${shortPath(path)}: ${port} fails only here` };
    const [first] = details;
    if (first && !hasChosenOther) return { ...place, isFailure: false, sentence: otherData(path, port, first) };
  }
  return null;
};
