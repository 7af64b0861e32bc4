import type { FlowRun } from '../record/flow.file.ts';
import type { LoggedMessage } from '../replay/run-log.ts';
import { logRun } from '../replay/run-log.ts';
import type { FirstDivergence } from './flow-diff.ts';

/** A guard that the same message passes in one recording only. */
export type GuardOutcome = { readonly guard: string; readonly inA: boolean; readonly inB: boolean };

const outcomesOf = ({ taken, refused }: LoggedMessage): ReadonlyMap<string, boolean> => {
  const outcomes = new Map<string, boolean>();
  for (const { guards } of refused) for (const guard of guards) outcomes.set(guard, false);
  for (const one of taken) {
    for (const guard of one.refused) outcomes.set(guard, false);
    if (one.guard !== null) outcomes.set(one.guard, true);
  }
  return outcomes;
};

/** What the current machines do at a message; null if they do not repeat the recording up to it. */
const messageAt = (run: FlowRun, actor: string, index: number, row: number): LoggedMessage | null => {
  const { messages, divergence } = logRun(run);
  if (divergence && divergence.row <= row) return null;
  return messages.filter(({ to }) => to === actor)[index] ?? null;
};

/** The guards whose outcome differs at a message that both recordings have, as the current machines evaluate them. */
export const guardOutcomes = (
  { difference, details, actorA, actorB }: FirstDivergence,
  runA: FlowRun,
  runB: FlowRun,
): readonly GuardOutcome[] => {
  const { a, b, indexA, indexB } = difference;
  if (!details || details.isSameState || !a || !b || actorA === null || actorB === null) return [];
  const messageA = messageAt(runA, actorA, indexA, a.row);
  const messageB = messageAt(runB, actorB, indexB, b.row);
  if (!messageA || !messageB) return [];
  const inB = outcomesOf(messageB);
  return [...outcomesOf(messageA)].flatMap(([guard, isTrue]) => {
    const other = inB.get(guard);
    return other === undefined || other === isTrue ? [] : [{ guard, inA: isTrue, inB: other }];
  });
};
