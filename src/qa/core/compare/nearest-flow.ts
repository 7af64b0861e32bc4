import type { Flow } from '../record/flow.file.ts';
import { stateText } from '../replay/run-log.lines.ts';
import { machineSteps } from './machine-steps.ts';

/** What happens in a recording: the messages that its machines receive and the states that they reach. */
const traitsOf = ({ runs }: Flow): ReadonlySet<string> =>
  new Set(
    runs.flatMap((run) =>
      machineSteps(run, (path) => path).flatMap(({ machine, steps }) =>
        steps.flatMap(({ event, value }) => [`${machine} ${event.type}`, `${machine} is ${stateText(value)}`]),
      ),
    ),
  );

/** The kept recording in which most of the same happens; null without any. `likeness`: the part of messages and states that both have, 0 to 1. */
export const nearestFlow = (flow: Flow, references: readonly Flow[]) => {
  const traits = traitsOf(flow);
  const all = references.map((one) => {
    const others = traitsOf(one);
    const shared = [...traits].filter((trait) => others.has(trait)).length;
    return { flow: one, likeness: shared / (traits.size + others.size - shared) };
  });
  return all.toSorted((one, other) => other.likeness - one.likeness)[0] ?? null;
};
