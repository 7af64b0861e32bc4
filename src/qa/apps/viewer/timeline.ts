import type { ReportedTransition } from '../../core/inspect/taken-transitions.ts';
import type { Message, MessageSnapshot } from './read-message.ts';

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
  /** The transitions that led here. */
  readonly taken: readonly ReportedTransition[];
  readonly status: string;
  readonly value: unknown;
  readonly context: unknown;
  readonly event: ShownEvent;
};

export type Timeline = {
  readonly messages: readonly Message[];
  readonly tracks: readonly Track[];
  readonly steps: readonly Step[];
  /** Per actor, oldest first. */
  readonly snapshots: ReadonlyMap<string, readonly (ActorSnapshot & { readonly index: number })[]>;
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

/** A time in seconds with two decimals. */
export const secondsText = (ms: number): string => (ms / 1_000).toFixed(2);

/** Actors, steps and snapshots of a list of messages in order of arrival. */
export const timelineOf = (messages: readonly Message[]): Timeline => {
  const tracks = new Map<string, Omit<Track, 'depth'>>();
  const snapshots = new Map<string, (ActorSnapshot & { index: number })[]>();
  const steps: Step[] = [];
  /** Per actor, the steps it has received and not handled yet, oldest first. */
  const mailboxes = new Map<string, number[]>();
  const first = messages[0]?.createdAt ?? 0;

  const add = (sessionId: string, snapshot: ActorSnapshot & { index: number }): void => {
    const list = snapshots.get(sessionId);
    if (list) list.push(snapshot);
    else snapshots.set(sessionId, [snapshot]);
  };

  for (const [index, message] of messages.entries()) {
    const { sessionId, createdAt } = message;
    if (message.type === '@xstate.actor') {
      if (tracks.has(sessionId)) continue;
      const { name, parentId, definition } = message;
      tracks.set(sessionId, { sessionId, name, parentId, definition, since: index });
      steps.push({ index, upTo: index, at: createdAt - first, from: parentId, to: sessionId, event: BEGUN });
      mailboxes.set(sessionId, [steps.length - 1]);
      add(sessionId, { ...snapshotFields({ status: 'active' }), taken: [], event: BEGUN, index });
    } else if (message.type === '@xstate.event') {
      if (message.event.type === 'xstate.init') continue;
      const { event, sourceId } = message;
      steps.push({ index, upTo: index, at: createdAt - first, from: sourceId, to: sessionId, event });
      mailboxes.set(sessionId, [...(mailboxes.get(sessionId) ?? []), steps.length - 1]);
    } else {
      add(sessionId, { ...snapshotFields(message.snapshot), taken: message.taken, event: message.event, index });
      const mailbox = mailboxes.get(sessionId) ?? [];
      const found = mailbox.findIndex((one) => steps[one]?.event.type === message.event.type);
      const at = mailbox[found];
      const step = at === undefined ? undefined : steps[at];
      if (at === undefined || !step) continue;
      steps[at] = { ...step, upTo: index };
      mailboxes.set(sessionId, mailbox.slice(found + 1));
    }
  }
  return { messages, tracks: sortByParent([...tracks.values()]), steps, snapshots };
};

const snapshotFields = ({ status, value, context }: MessageSnapshot) => ({ status, value, context });

/** The snapshot of an actor after the messages up to `upTo`, and the one before; null while it does not exist. */
export const snapshotAt = (
  { snapshots }: Timeline,
  sessionId: string,
  upTo: number,
): { readonly now: ActorSnapshot & { readonly index: number }; readonly before: ActorSnapshot | null } | null => {
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
