import { brief, differencesOf } from '../replay/divergence.ts';
import type { ExternalEvent } from '../replay/rerun.ts';
import { shortPath } from '../replay/run-log.lines.ts';
import type { Call } from './calls.ts';
import { type Change, type Message, type MessageKind, messageKindOf, type Reply, type Sent } from './change.ts';
import type { Continued } from './continuation.ts';

const MAX_DIFFERENCES = 5;

/** A time since the page load began, as in `5.640 s`. */
export const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(3)} s`;

/** A machine without its order number: `payment`. */
const shortName = (path: string): string => shortPath(path).replaceAll(/\.\d[\w-]*/g, '');

const reasonText = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : brief(error);

/** What an external event is, in words: `readOrder answers payment`. */
export const sentText = ({ to, timer, event }: Pick<Sent, 'to' | 'timer' | 'event'>): string => {
  const messageKind = messageKindOf({ ...(timer && { timer }), event });
  const name = shortName(to);
  switch (messageKind.kind) {
    case 'event':
      return `${name} receives ${messageKind.type}`;
    case 'timer':
      return `the timer ${messageKind.name} of ${name} ends`;
    case 'answer':
      return `${messageKind.name} answers ${name}`;
    case 'failure':
      return `${messageKind.name} fails for ${name} with ${reasonText(messageKind.error)}`;
  }
};

const droppedText = ({ to }: ExternalEvent, messageKind: MessageKind): string => {
  const name = shortName(to);
  switch (messageKind.kind) {
    case 'event':
      return `${name} does not receive ${messageKind.type}`;
    case 'timer':
      return `the timer ${messageKind.name} of ${name} does not end`;
    case 'answer':
    case 'failure':
      return `${messageKind.name} returns no result to ${name}`;
  }
};

const replacedText = (recorded: ExternalEvent, event: Message): string => {
  const text = sentText({ to: recorded.to, event });
  return event.type === recorded.event.type && messageKindOf({ event }).kind !== 'failure'
    ? `${text} with other data`
    : text;
};

/** A change in a few words. `recorded`: the message that it replaces or drops. */
export const changeText = (change: Change, recorded: ExternalEvent | undefined): string => {
  if (change.kind === 'insert') return sentText(change.sent);
  if (!recorded) return 'nothing changes';
  return change.kind === 'drop' ? droppedText(recorded, messageKindOf(recorded)) : replacedText(recorded, change.event);
};

const differenceLines = (recorded: Message, event: Message): readonly string[] => {
  if (recorded.type !== event.type) return [];
  const all = differencesOf(recorded, event);
  const lines = all
    .slice(0, MAX_DIFFERENCES)
    .map(({ path, expected, got }) => `  ${path}: ${brief(expected)} → ${brief(got)}`);
  return all.length > MAX_DIFFERENCES ? [...lines, `  and ${all.length - MAX_DIFFERENCES} more`] : lines;
};

const replyText = (call: Call, reply: Reply): string => {
  switch (reply.kind) {
    case 'answer':
      return sentText({ to: call.to, event: reply.event });
    case 'silence':
      return `${call.name} returns no result to ${shortName(call.to)}`;
    case 'end':
      return `it ends where ${shortName(call.to)} calls ${call.name}`;
  }
};

const countText = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} (${count})` : name)).join(', ');
};

const nameOf = (input: ExternalEvent): string => {
  const messageKind = messageKindOf(input);
  return messageKind.kind === 'event' ? messageKind.type : messageKind.name;
};

const skippedText = (skipped: readonly ExternalEvent[]): string =>
  `${skipped.length} recorded message${skipped.length === 1 ? ' no longer applies' : 's no longer apply'}: ${countText(skipped.map(nameOf))}`;

export type ChangeAbout = {
  /** The recorded message that the change replaces, drops or follows. */
  readonly recorded: ExternalEvent | undefined;
  readonly hasRest: boolean;
  /** Page loads after the changed one. */
  readonly later: number;
};

/** What was changed and what happened to the rest of the recording, one fact per line. */
export const changeLines = ({ recorded, hasRest, later }: ChangeAbout, continued: Continued): readonly string[] => {
  const { change, replies, skipped, reused } = continued;
  const at = recorded ? `${change.kind === 'insert' ? 'after' : 'at'} ${secondsText(recorded.at)}` : 'at the start';
  return [
    `${changeText(change, recorded)}, ${at}`,
    ...(change.kind === 'replace' && recorded ? differenceLines(recorded.event, change.event) : []),
    ...replies.map(({ call, reply }) => `not in the recording: ${replyText(call, reply)}`),
    ...(hasRest ? [] : ['the recording ends with this change']),
    ...(skipped.length > 0 ? [skippedText(skipped)] : []),
    ...(reused.length > 0 ? [`recorded answers to another request: ${reused.join(', ')}`] : []),
    ...(later > 0 ? [`${later} later page load${later === 1 ? ' is' : 's are'} left out`] : []),
  ];
};
