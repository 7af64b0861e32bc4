import type { Flow } from '../record/flow.file.ts';
import { brief, type Difference } from '../replay/divergence.ts';
import { shortPath, stateText } from '../replay/run-log.ts';
import { flowDiff, inOrder } from './flow-diff.ts';
import { machineSteps, type Step } from './machine-steps.ts';

/** What happens in a recording: the messages that its machines receive and the states that they reach. */
export const traitsOf = ({ runs }: Flow): ReadonlySet<string> =>
  new Set(
    runs.flatMap((run) =>
      machineSteps(run, (path) => path).flatMap(({ machine, steps }) =>
        steps.flatMap(({ event, value }) => [`${machine} ${event.type}`, `${machine} is ${stateText(value)}`]),
      ),
    ),
  );

type Known = { readonly flow: Flow; readonly traits: ReturnType<typeof traitsOf> };

/** The kept recording in which most of the same happens; null without any. `likeness`: the part of messages and states in both, 0 to 1. */
export const nearestFlow = (flow: Flow, references: readonly Known[]) => {
  const traits = traitsOf(flow);
  const all = references.map(({ flow: one, traits: others }) => {
    const shared = [...traits].filter((trait) => others.has(trait)).length;
    return { flow: one, likeness: shared / (traits.size + others.size - shared) };
  });
  return all.toSorted((one, other) => other.likeness - one.likeness)[0] ?? null;
};

const RESULT = /^xstate\.(?:done|error|snapshot)\.actor\.(.+)$/;
const FAILURE = /^xstate\.error\./;

const portOf = ({ event }: Step): string | null => RESULT.exec(event.type)?.[1] ?? null;

const isOfPlayer = ({ event, from, isTimer }: Step): boolean =>
  from === null && !isTimer && event.type !== 'xstate.init';

const otherData = (path: string, port: string, { path: place, a, b }: Difference): string =>
  `${shortPath(path)}: the result of ${port} has ${place} ${brief(b)}, and ${brief(a)} there`;

/**
 * The first result of a port that is not the one of the other recording. A choice of the player counts as equal, so after a different
 * one only a call that fails in this recording alone is a finding. `row`: in page load `load`.
 */
export const otherResult = (other: Flow, flow: Flow) => {
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
    const place = { load: run, row: b.row, port };
    if (kind === 'only-b' && FAILURE.test(b.event.type))
      return { ...place, isFailure: true, sentence: `${shortPath(path)}: ${port} fails only here` };
    const [first] = details;
    if (first && !hasChosenOther) return { ...place, isFailure: false, sentence: otherData(path, port, first) };
  }
  return null;
};
