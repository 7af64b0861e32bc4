import { traitsOf } from '../../core/compare/nearest-flow.ts';
import { type Flow, type FlowRun, readFlow } from '../../core/record/flow.file.ts';
import { divergenceFinding, type Finding, type Place, timerFinding } from '../../core/replay/finding.ts';
import { playRun, stepCountUntil } from '../../core/replay/replay.ts';
import { portalSystem } from '../portal-system.ts';
import { answeredCalls } from './answered-calls.ts';

const machineOf = ({ rows }: FlowRun, path: string | undefined): string | undefined => {
  const actor = rows.find((row) => row.kind === 'actor' && row.path === path);
  return actor?.kind === 'actor' ? (actor.machine ?? undefined) : undefined;
};

/** What the machines of this build do not repeat in a recording, with the message that they handle in another way. */
const problemsOf = ({ runs }: Flow) =>
  runs.flatMap((run) => {
    const { divergence, timers } = playRun(portalSystem, run);
    const timer = timerFinding(timers, true);
    return [
      ...(divergence ? [{ row: divergence.during, facts: divergenceFinding(divergence) }] : []),
      ...(timer ? [timer] : []),
    ].map(({ row, facts }) => ({ machine: machineOf(run, row?.to), type: row?.event.type, facts }));
  });

type Problem = ReturnType<typeof problemsOf>[number];

/** The kept recordings in these texts of `.flow.json` files, replayed. */
export const referencesOf = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const read = readFlow(text);
    if (!read.ok) return [];
    const { flow } = read;
    return { flow, traits: traitsOf(flow), answered: answeredCalls(flow), problems: problemsOf(flow) };
  });

export type Reference = ReturnType<typeof referencesOf>[number];

/** The last message of this type to this machine, as a place; null if the recording has none. */
const lastPlaceOf = ({ runs }: Flow, { machine, type }: Problem): Place | null => {
  for (const [load, run] of [...runs.entries()].toReversed()) {
    const row = run.rows.findLastIndex(
      (one) => one.kind === 'event' && one.event.type === type && machineOf(run, one.to) === machine,
    );
    if (row >= 0) return { load, count: stepCountUntil(portalSystem, run, row) };
  }
  return null;
};

/**
 * What the machines of this build do not repeat in a kept recording, although they had worked. Only the messages that this recording has too count;
 * `nearest`: the recording that is like it, of which all count. A message that several recordings have is named once.
 */
export const referenceFindings = (
  flow: Flow,
  references: readonly Reference[],
  nearest: Flow | null,
): readonly Finding[] => {
  const found = new Map<string, Finding>();
  for (const { flow: reference, problems } of references.toSorted(
    (one, other) => Number(other.flow === nearest) - Number(one.flow === nearest),
  ))
    for (const problem of problems) {
      const key = `${problem.machine} ${problem.type}`;
      const place = lastPlaceOf(flow, problem) ?? (reference === nearest ? { load: 0, count: 0 } : null);
      if (!place || found.has(key)) continue;
      const { isDivergence: _, sentence, ...facts } = problem.facts;
      found.set(key, { ...facts, sentence: `In the kept recording "${reference.name}": ${sentence}`, ...place });
    }
  return [...found.values()];
};
