import type { EventRow } from '../record/flow.file.ts';

export type Message = EventRow['event'];

/** An external event as it is sent: `from` null for the player. */
export type Sent = Pick<EventRow, 'to' | 'from' | 'timer' | 'event'>;

/**
 * What is different from a recorded page load. `input`: index among its external events. An insertion follows that event; -1 is the start.
 */
export type Change =
  | { readonly kind: 'replace'; readonly input: number; readonly event: Message }
  | { readonly kind: 'drop'; readonly input: number }
  | { readonly kind: 'insert'; readonly input: number; readonly sent: Sent };

/** The tester's reply where the machines call a port and the recording has no answer. `end`: the recording ends there. */
export type Reply =
  | { readonly kind: 'answer'; readonly event: Message }
  | { readonly kind: 'silence' }
  | { readonly kind: 'end' };

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';

/** The message with which a port answers. `name`: id of its actor. */
export const answerMessage = (name: string, output: unknown): Message => ({
  type: `${DONE}${name}`,
  output,
  actorId: name,
});

/** The message with which a port fails. */
export const failureMessage = (name: string, error: unknown): Message => ({
  type: `${ERROR}${name}`,
  error,
  actorId: name,
});

/** The kind of an external event, as the tester sees it. */
export type MessageKind =
  | { readonly kind: 'event'; readonly type: string }
  | { readonly kind: 'timer'; readonly name: string }
  | { readonly kind: 'answer'; readonly name: string; readonly output: unknown }
  | { readonly kind: 'failure'; readonly name: string; readonly error: unknown };

/** `xstate.after.pollInterval.payment.following` → `pollInterval` */
const timerName = (type: string): string => type.replace(/^xstate\.after\./, '').split('.')[0] ?? type;

export const messageKindOf = ({ timer, event }: Pick<Sent, 'timer' | 'event'>): MessageKind => {
  const { type } = event;
  if (timer) return { kind: 'timer', name: timerName(type) };
  if (type.startsWith(DONE)) return { kind: 'answer', name: type.slice(DONE.length), output: event['output'] ?? null };
  if (type.startsWith(ERROR)) return { kind: 'failure', name: type.slice(ERROR.length), error: event['error'] ?? null };
  return { kind: 'event', type };
};
