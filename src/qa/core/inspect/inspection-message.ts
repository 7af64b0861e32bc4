import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyActor, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { type Json, plainValue } from '../redact/plain-copy.ts';
import type { ReportedTransition } from '../replay/taken-transition.ts';

/** The version of the protocol, which is the version of the package. */
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

/**
 * An inspection event in the Stately inspector's protocol, as plain data; null for unknown events. `taken`: the transitions that led to a
 * snapshot, which only the viewer reads.
 */
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
      const event = redact(seen.event) as { type: string };
      return {
        type: seen.type,
        event,
        snapshot,
        ...(taken && { taken }),
        ...facts,
      } as unknown as StatelyInspectionEvent;
    }
    default:
      return null;
  }
};
