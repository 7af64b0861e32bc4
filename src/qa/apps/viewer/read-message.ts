import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { ReportedTransition } from '../../core/inspect/taken-transitions.ts';

type AnyEvent = { readonly type: string; readonly [field: string]: unknown };

export type MessageSnapshot = { readonly status: string; readonly value?: unknown; readonly context?: unknown };

/** An inspection message with the fields that the viewer reads. `createdAt`: epoch ms. */
export type Message = { readonly sessionId: string; readonly createdAt: number } & (
  | {
      readonly type: '@xstate.actor';
      readonly name: string;
      readonly parentId: string | null;
      /** JSON of the machine's config; null for other actors. */
      readonly definition: string | null;
    }
  | { readonly type: '@xstate.event'; readonly sourceId: string | null; readonly event: AnyEvent }
  | {
      readonly type: '@xstate.snapshot';
      readonly event: AnyEvent;
      readonly snapshot: MessageSnapshot;
      readonly taken: readonly ReportedTransition[];
    }
);

/** The root of a system has no id of its own: its name is the id of its machine. */
const nameOf = (name: string, sessionId: string, definition: string): string => {
  const { id } = JSON.parse(definition) as { readonly id?: string };
  return name === sessionId ? (id ?? name) : name;
};

/** A promise or a callback is sent with a definition that contains only its id. */
const machineText = (text: string): string | null =>
  Object.keys(JSON.parse(text) as object).some((key) => key !== 'id') ? text : null;

export const readMessage = (sent: StatelyInspectionEvent): Message => {
  const about = { sessionId: sent.sessionId, createdAt: Number(sent.createdAt) };
  switch (sent.type) {
    case '@xstate.actor': {
      const { type, name, sessionId, parentId = null, definition = '{}' } = sent;
      return {
        ...about,
        type,
        name: nameOf(name, sessionId, definition),
        parentId,
        definition: machineText(definition),
      };
    }
    case '@xstate.event':
      return { ...about, type: sent.type, sourceId: sent.sourceId ?? null, event: sent.event };
    case '@xstate.snapshot': {
      const { event, snapshot, taken = [] } = sent as typeof sent & { readonly taken?: readonly ReportedTransition[] };
      return { ...about, type: sent.type, event, snapshot: snapshot as MessageSnapshot, taken };
    }
  }
};
