import type { FlowReading, FlowRun } from '../record/flow.file.ts';
import { type Message, readMessage } from './message.schema.ts';

export type Opened =
  | { readonly kind: 'messages'; readonly messages: readonly Message[]; readonly dropped: number }
  /** One run for each page load. */
  | { readonly kind: 'flow'; readonly name: string; readonly runs: readonly FlowRun[] }
  | { readonly kind: 'refused'; readonly why: string };

const refused = (why: string): Opened => ({ kind: 'refused', why });

/**
 * Reads the text of a file: a list of inspection messages, or a recording. Entries that are not messages are counted and left out. `readFlow`: null
 * on a page that shows no recordings of the portal.
 */
export const readFile = (text: string, readFlow: ((text: string) => FlowReading) | null): Opened => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return refused('This file is not JSON.');
  }
  if (!Array.isArray(given)) {
    if (!readFlow) return refused('This file is not a list of messages that a viewer saved.');
    const read = readFlow(text);
    return read.ok ? { kind: 'flow', name: read.flow.name, runs: read.flow.runs } : refused(read.line);
  }
  const messages = given.flatMap((one) => readMessage(one) ?? []);
  if (messages.length === 0) return refused('None of the entries of this file is an inspection message.');
  return { kind: 'messages', messages, dropped: given.length - messages.length };
};
