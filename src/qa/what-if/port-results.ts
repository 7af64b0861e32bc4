import { FAILURE_REASONS, type FailureReason, failure } from '../../../machines/kernel/failure.ts';
import type { FlowRun } from '../record/flow.file.ts';
import { type ExternalEvent, externalEventsOf, withoutInstance } from '../replay/rerun.ts';
import type { Call } from './calls.ts';
import { answerMessage, failureMessage, type Message } from './change.ts';

/** Without duplicates; of equal values the last one stays. */
const unique = (values: readonly unknown[]): readonly unknown[] => {
  const known = new Map<string, unknown>();
  for (const value of values) {
    const text = JSON.stringify(value);
    known.delete(text);
    known.set(text, value);
  }
  return [...known.values()];
};

const messagesOf = (runs: readonly FlowRun[], { type }: Message): readonly ExternalEvent[] =>
  runs.flatMap(({ rows }) => externalEventsOf(rows)).filter(({ event }) => event.type === type);

/** The answers of a port in these page loads: those at the same place first, later answers before earlier ones. */
export const answersOf = (
  runs: readonly FlowRun[],
  { name, path }: Pick<Call, 'name' | 'path'>,
): readonly unknown[] => {
  const all = messagesOf(runs, answerMessage(name, null));
  const isHere = ({ from }: ExternalEvent): boolean => from !== null && withoutInstance(from) === withoutInstance(path);
  const sorted = [...all.filter((one) => !isHere(one)), ...all.filter(isHere)];
  return unique(sorted.map(({ event }) => event['output'] ?? null)).toReversed();
};

/** HTTP statuses of the failures whose status is not 200. 500: there was no response. */
const STATUSES: Readonly<Partial<Record<FailureReason, number>>> = {
  tokenFailure: 203,
  forbidden: 403,
  requestError: 503,
  offline: 500,
  timedOut: 500,
  loadFailed: 500,
};

/** A code of the API: every API has its own, and the machines only ask whether there is one. */
const ANY_CODE = 1;

const failureFor = (reason: FailureReason): unknown => {
  const status = STATUSES[reason];
  return failure(reason, status === undefined ? { code: ANY_CODE } : { status });
};

const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : 'another error';

/** A failure that a port can return. `isRecorded`: it occurs in these page loads. */
export type PortFailure = { readonly reason: string; readonly isRecorded: boolean; readonly error: unknown };

/** The failures of this port in the page loads first, then a failure for each reason. */
export const failuresOf = (runs: readonly FlowRun[], { name }: Pick<Call, 'name'>): readonly PortFailure[] => {
  const recorded = unique(messagesOf(runs, failureMessage(name, null)).map(({ event }) => event['error'] ?? null));
  return [
    ...recorded.map((error) => ({ reason: reasonOf(error), isRecorded: true, error })),
    ...FAILURE_REASONS.map((reason) => ({ reason, isRecorded: false, error: failureFor(reason) })),
  ];
};
