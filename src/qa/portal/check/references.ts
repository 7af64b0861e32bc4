import { otherTimer } from '../../core/compare/timer-finding.ts';
import { type EventRow, type Flow, type FlowRun, readFlow } from '../../core/record/flow.file.ts';
import { divergenceFinding, type Finding, type Place, timerFinding } from '../../core/replay/finding.ts';
import { stepCountUntil } from '../../core/replay/replay.ts';
import { logRun } from '../../core/replay/run-log.ts';
import { portalSystem } from '../portal-system.ts';
import { type AnsweredCall, answeredCalls } from './answered-calls.ts';

/** A kept recording. `problems`: what the machines of this build do not repeat in it, with the message that they handle in another way. */
export type Reference = {
  readonly flow: Flow;
  readonly answered: readonly AnsweredCall[];
  readonly problems: readonly Problem[];
};

type Problem = {
  readonly machine: string | undefined;
  readonly type: string | undefined;
  readonly findingAt: (place: Place) => Finding;
};

const machineOf = ({ rows }: FlowRun, path: string | undefined): string | undefined => {
  const actor = rows.find((row) => row.kind === 'actor' && row.path === path);
  return actor?.kind === 'actor' ? (actor.machine ?? undefined) : undefined;
};

const problemsOf = ({ runs }: Flow): readonly Problem[] =>
  runs.flatMap((run) => {
    const { divergence, timers } = logRun(run);
    const about = (event: EventRow | null) => ({ machine: machineOf(run, event?.to), type: event?.event.type });
    const other = otherTimer(timers, true);
    return [
      ...(divergence
        ? [{ ...about(divergence.during), findingAt: (place: Place) => divergenceFinding(divergence, place) }]
        : []),
      ...(other ? [{ ...about(other.timer.row), findingAt: (place: Place) => timerFinding(other.text, place) }] : []),
    ];
  });

/** The kept recordings in these texts of `.flow.json` files, replayed. */
export const referencesOf = (texts: readonly string[]): readonly Reference[] =>
  texts.flatMap((text) => {
    const read = readFlow(text);
    return read.ok ? { flow: read.flow, answered: answeredCalls(read.flow), problems: problemsOf(read.flow) } : [];
  });

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
      const { isDivergence: _, ...finding } = problem.findingAt(place);
      found.set(key, { ...finding, sentence: `In the kept recording "${reference.name}": ${finding.sentence}` });
    }
  return [...found.values()];
};
