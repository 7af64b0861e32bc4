import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { ReportedTransition } from '../../core/replay/taken-transition.ts';

export type Track = {
  readonly sessionId: string;
  readonly name: string;
  readonly parentId: string | null;
  /** JSON of the machine's config; null for other actors. */
  readonly definition: string | null;
  readonly depth: number;
  /** Index of the first message about it. */
  readonly since: number;
};

type ShownEvent = { readonly type: string; readonly [field: string]: unknown };

/** One line of the sequence: an actor starts or receives an event. */
export type Step = {
  /** Index of its message. */
  readonly index: number;
  /** Messages up to this index have happened. */
  readonly upTo: number;
  /** ms since the first message. */
  readonly at: number;
  readonly from: string | null;
  readonly to: string;
  readonly event: ShownEvent;
};

export type ActorSnapshot = {
  readonly taken: readonly ReportedTransition[];
  readonly status: string;
  readonly value: unknown;
  readonly context: unknown;
  readonly event: ShownEvent;
};

export type Timeline = {
  /** When each message was sent, epoch ms. */
  readonly times: readonly number[];
  readonly tracks: readonly Track[];
  readonly steps: readonly Step[];
  /** Per actor, oldest first. */
  readonly snapshots: ReadonlyMap<string, readonly (ActorSnapshot & { readonly index: number })[]>;
};

type ActorMessage = Extract<StatelyInspectionEvent, { readonly type: '@xstate.actor' }>;
type SnapshotMessage = Pick<ActorSnapshot, 'event'> &
  Partial<Pick<ActorSnapshot, 'taken'>> & {
    readonly snapshot: Pick<ActorSnapshot, 'status'> & Partial<Pick<ActorSnapshot, 'value' | 'context'>>;
  };

const BEGUN: ShownEvent = { type: 'xstate.init' };

const sortByParent = (tracks: readonly Omit<Track, 'depth'>[]): readonly Track[] => {
  const known = new Set(tracks.map(({ sessionId }) => sessionId));
  const below = (parentId: string | null, depth: number): Track[] =>
    tracks
      .filter((track) => (parentId === null ? !known.has(track.parentId ?? '') : track.parentId === parentId))
      .flatMap((track) => [{ ...track, depth }, ...below(track.sessionId, depth + 1)]);
  return below(null, 0);
};

/** The root of a system has no id of its own: its name is the id of its machine. A promise has a definition with only its id. */
const logicOf = ({ name, sessionId, definition = '{}' }: ActorMessage): Pick<Track, 'name' | 'definition'> => {
  const { id, ...chart } = JSON.parse(definition) as { readonly id?: string };
  const isMachine = Object.keys(chart).length > 0;
  return { name: name === sessionId ? (id ?? name) : name, definition: isMachine ? definition : null };
};

export const secondsText = (ms: number): string => (ms / 1_000).toFixed(2);

/** Actors, steps and snapshots of a list of messages in order of arrival. */
export const timelineOf = (messages: readonly StatelyInspectionEvent[]): Timeline => {
  const tracks = new Map<string, Omit<Track, 'depth'>>();
  const snapshots = new Map<string, (ActorSnapshot & { index: number })[]>();
  const steps: Step[] = [];
  /** Per actor, the steps it has received and not handled yet, oldest first. */
  const mailboxes = new Map<string, number[]>();
  const times = messages.map(({ createdAt }) => Number(createdAt));
  const [first = 0] = times;

  const add = (sessionId: string, snapshot: ActorSnapshot & { index: number }): void => {
    const list = snapshots.get(sessionId);
    if (list) list.push(snapshot);
    else snapshots.set(sessionId, [snapshot]);
  };

  for (const [index, message] of messages.entries()) {
    const { sessionId } = message;
    const at = (times[index] ?? first) - first;
    if (message.type === '@xstate.actor') {
      if (tracks.has(sessionId)) continue;
      const { parentId = null } = message;
      tracks.set(sessionId, { sessionId, parentId, since: index, ...logicOf(message) });
      steps.push({ index, upTo: index, at, from: parentId, to: sessionId, event: BEGUN });
      mailboxes.set(sessionId, [steps.length - 1]);
      add(sessionId, { status: 'active', value: undefined, context: undefined, taken: [], event: BEGUN, index });
    } else if (message.type === '@xstate.event') {
      if (message.event.type === 'xstate.init') continue;
      const { event, sourceId = null } = message;
      steps.push({ index, upTo: index, at, from: sourceId, to: sessionId, event });
      mailboxes.set(sessionId, [...(mailboxes.get(sessionId) ?? []), steps.length - 1]);
    } else {
      const { snapshot, event, taken = [] } = message as SnapshotMessage;
      const { status, value, context } = snapshot;
      add(sessionId, { status, value, context, taken, event, index });
      const mailbox = mailboxes.get(sessionId) ?? [];
      const found = mailbox.findIndex((one) => steps[one]?.event.type === message.event.type);
      const position = mailbox[found] ?? -1;
      const step = steps[position];
      if (!step) continue;
      steps[position] = { ...step, upTo: index };
      mailboxes.set(sessionId, mailbox.slice(found + 1));
    }
  }
  return { times, tracks: sortByParent([...tracks.values()]), steps, snapshots };
};

/** The snapshot of an actor after the messages up to `upTo`, and the one before; null while it does not exist. */
export const snapshotAt = ({ snapshots }: Timeline, sessionId: string, upTo: number) => {
  const list = snapshots.get(sessionId) ?? [];
  const at = list.findLastIndex(({ index }) => index <= upTo);
  const now = list[at];
  return now ? { now, before: list[at - 1] ?? null } : null;
};

/** The message that led to an actor's snapshot; null if the recording lacks it. `index`: of the snapshot. */
export const stepOfSnapshot = ({ steps }: Timeline, sessionId: string, index: number): Step | null =>
  steps.find(({ to, upTo }) => to === sessionId && upTo === index) ?? null;

export const trackOf = ({ tracks }: Pick<Timeline, 'tracks'>, sessionId: string | null): Track | null =>
  tracks.find((track) => track.sessionId === sessionId) ?? null;

/** A query over messages: each of its words is a part of the type or of the name of the sender or the receiver. Null for an empty query. */
export const messageFilter = (query: string, nameOf: (sessionId: string | null) => string | null) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return ({ from, to, event }: Step): boolean => {
    const text = [event.type, nameOf(from) ?? '', nameOf(to) ?? to].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
};

/** Index of the step with the latest snapshot up to a message, or of the first step. Steps are not ordered by their snapshots. */
export const positionAt = (steps: readonly Step[], upTo: number): number => {
  const found = steps.reduce((best, step, at) => {
    const isBefore = step.upTo <= upTo && step.upTo > (steps[best]?.upTo ?? -1);
    return isBefore ? at : best;
  }, -1);
  return Math.max(0, found);
};

/** The steps that are shown: all, or only what machines receive. */
export const shownSteps = (timeline: Timeline, everything: boolean): readonly Step[] => {
  if (everything) return timeline.steps;
  const machines = new Set(
    timeline.tracks.filter(({ definition }) => definition !== null).map(({ sessionId }) => sessionId),
  );
  return timeline.steps.filter(({ to }) => machines.has(to));
};

/** Which messages are listed. `everything`: messages of promises too. */
export type Listed = { readonly everything: boolean; readonly query: string };

/** The listed steps; a query without a match lists all. `found`: matches, null without a query. `all`: number without the query. */
export const listedSteps = (timeline: Timeline, { everything, query }: Listed) => {
  const all = shownSteps(timeline, everything);
  const filter = messageFilter(query, (sessionId) => trackOf(timeline, sessionId)?.name ?? null);
  const found = filter ? all.filter(filter) : all;
  return { steps: found.length > 0 ? found : all, found: filter && found.length, all: all.length };
};
