import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyActor, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { type Json, plainValue } from '../redact/plain-copy.ts';
import type { ReportedTransition } from '../replay/taken-transition.ts';
import type { InspectorConnection } from './inspector-connection.ts';

/** The version of the protocol of the Stately inspector, which is the version of the package. */
const VERSION = '0.7.2';

type Redact = (value: unknown) => Json;

/** The config of a promise is the function that makes it. */
const definitionOf = ({ logic, id }: AnyActor): string => {
  const config: unknown = 'config' in logic ? logic.config : null;
  return JSON.stringify(plainValue(typeof config === 'object' && config !== null ? config : { id }));
};

/** Data of the chart passes unchanged; data from outside (context, input, output, error) is redacted. */
const snapshotOf = (snapshot: Partial<AnyMachineSnapshot> & { readonly input?: unknown }, redact: Redact) => ({
  status: snapshot.status,
  ...(snapshot.value !== undefined && { value: structuredClone(snapshot.value) }),
  ...('context' in snapshot && { context: redact(snapshot.context) }),
  ...('tags' in snapshot && { tags: [...(snapshot.tags ?? [])] }),
  ...('children' in snapshot && {
    children: Object.fromEntries(Object.keys(snapshot.children ?? {}).map((id) => [id, { xstate$$type: 1, id }])),
  }),
  ...(snapshot.output !== undefined && { output: redact({ output: snapshot.output }) }),
  ...(snapshot.error !== undefined && { error: redact({ error: snapshot.error }) }),
  ...(snapshot.input !== undefined && { input: redact(snapshot.input) }),
});

/** An inspection event as plain data; null for unknown events. `taken`: the transitions to a snapshot, which only the viewer reads. */
export const messageOf = (
  seen: InspectionEvent,
  redact: Redact,
  now: number,
  taken: readonly ReportedTransition[] | null = null,
): StatelyInspectionEvent | null => {
  const actor = seen.actorRef as AnyActor;
  const facts = {
    sessionId: actor.sessionId,
    rootId: seen.rootId,
    createdAt: String(now),
    id: null as unknown as string,
    _version: VERSION,
  };
  switch (seen.type) {
    case '@xstate.actor': {
      const parentId = (actor._parent as AnyActor | undefined)?.sessionId;
      const snapshot = { status: 'active' as const };
      return { type: seen.type, name: actor.id, definition: definitionOf(actor), parentId, snapshot, ...facts };
    }
    case '@xstate.event': {
      const event = redact(seen.event) as { type: string };
      return { type: seen.type, event, sourceId: (seen.sourceRef as AnyActor | undefined)?.sessionId, ...facts };
    }
    case '@xstate.snapshot': {
      const snapshot = snapshotOf(seen.snapshot as Partial<AnyMachineSnapshot>, redact);
      const message = { type: seen.type, event: redact(seen.event), snapshot, ...(taken && { taken }), ...facts };
      return message as unknown as StatelyInspectionEvent;
    }
    default:
      return null;
  }
};

const REPORTED: ReadonlySet<string> = new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);

/** Enough for hours of testing. Beyond it the oldest messages are dropped, except the definitions of actors. */
const ROOM = 20_000;

/**
 * Reports everything the actors do to an inspector. Observations are stored from the start of the page, so that an inspector that is
 * opened later sees them too; they are redacted and sent only when one is open.
 */
export const createInspection = <Target>(
  connect: (target: Target) => InspectorConnection,
  redact: Redact,
  room = ROOM,
) => {
  const observations: { readonly seen: InspectionEvent; readonly at: number }[] = [];
  let connection: InspectorConnection | null = null;
  let target: Target | null = null;

  const close = (): void => {
    connection?.close();
    connection = null;
    target = null;
  };

  /** Never throws into the portal. */
  const send = ({ seen, at }: (typeof observations)[number]): void => {
    try {
      const message = messageOf(seen, redact, at);
      if (message) connection?.send(message);
    } catch {
      // An inspector that throws misses one message; the application goes on.
    }
  };

  return {
    see: (seen: InspectionEvent): void => {
      if (!REPORTED.has(seen.type)) return;
      const observation = { seen, at: Date.now() };
      observations.push(observation);
      if (observations.length > room)
        observations.splice(
          observations.findIndex((one) => one.seen.type !== '@xstate.actor'),
          1,
        );
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
    state: () => ({
      target,
      blocked: connection?.blocked ?? false,
      isUnanswered: connection?.isUnanswered() ?? false,
      isClosed: connection?.isClosed() ?? false,
    }),
  };
};
