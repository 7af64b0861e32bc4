import type { FlowRun } from '../record/flow.file.ts';
import type { Call } from '../what-if/calls.ts';
import { answerMessage, failureMessage, type Message } from '../what-if/change.ts';
import { answersOf, failuresOf } from '../what-if/port-results.ts';
import { type Entry, readJson } from '../what-if/read-entry.ts';

/** The result of a call as the tester types it; both texts are JSON. */
export type ResultDraft = {
  readonly kind: 'answer' | 'failure';
  readonly answer: string;
  readonly failure: string;
};

export const jsonText = (value: unknown): string => JSON.stringify(value ?? null, null, 2);

/** Starts with a result of the port from the page loads. */
export const resultDraft = (runs: readonly FlowRun[], call: Call): ResultDraft => ({
  kind: call.canAnswer ? 'answer' : 'failure',
  answer: jsonText(answersOf(runs, call)[0]),
  failure: jsonText(failuresOf(runs, call)[0]?.error),
});

export const readResult = ({ name }: Call, { kind, answer, failure }: ResultDraft): Entry<Message> => {
  const read = readJson(kind === 'answer' ? answer : failure);
  if (!read.ok) return read;
  return { ok: true, value: kind === 'answer' ? answerMessage(name, read.value) : failureMessage(name, read.value) };
};
