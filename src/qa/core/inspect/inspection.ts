import type { InspectionEvent } from 'xstate';
import type { Json } from '../redact/plain-copy.ts';
import { messageOf } from './inspection-message.ts';
import type { InspectorConnection } from './inspector-window.ts';

const REPORTED: ReadonlySet<string> = new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);

type Observation = { readonly seen: InspectionEvent; readonly at: number };

/** Enough for hours of testing. Beyond it the oldest messages are dropped, except the definitions of actors. */
const ROOM = 20_000;

/**
 * Reports everything the actors do to an inspector. Observations are stored from the start of the page, so that an inspector that is
 * opened later sees them too; they are redacted and sent only when one is open. `connect` opens an inspector.
 */
export const createInspection = <Target>(
  connect: (target: Target) => InspectorConnection,
  redact: (value: unknown) => Json,
  room = ROOM,
) => {
  const observations: Observation[] = [];
  let connection: InspectorConnection | null = null;
  let target: Target | null = null;

  const close = (): void => {
    connection?.close();
    connection = null;
    target = null;
  };

  /** Never throws into the portal. */
  const send = ({ seen, at }: Observation): void => {
    try {
      const message = messageOf(seen, redact, at);
      if (message) connection?.send(message);
    } catch {
      // An inspector that throws misses one message; the application goes on.
    }
  };
  const store = (observation: Observation): void => {
    observations.push(observation);
    if (observations.length <= room) return;
    const oldest = observations.findIndex(({ seen }) => seen.type !== '@xstate.actor');
    observations.splice(oldest, 1);
  };

  return {
    see: (seen: InspectionEvent): void => {
      if (!REPORTED.has(seen.type)) return;
      const observation = { seen, at: Date.now() };
      store(observation);
      if (connection) send(observation);
    },
    /** Replaces the open inspector. Call it from a click, or the browser may block the window. */
    open: (wanted: Target | null): void => {
      close();
      if (wanted === null) return;
      target = wanted;
      connection = connect(wanted);
      for (const observation of observations) send(observation);
    },
    close,
    /** The target of the messages, whether the browser blocked its window, whether no receiver answers, and whether the tester closed it. */
    state: () => ({
      target,
      blocked: connection?.blocked ?? false,
      isUnanswered: connection?.isUnanswered() ?? false,
      isClosed: connection?.isClosed() ?? false,
    }),
  };
};
