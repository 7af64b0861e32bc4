import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Breadcrumb, Breadcrumbs } from '../views/app/portal.context.tsx';

/** The part of an actor system that XState calls for each step. Not public: see decision 70. */
type Inspected = { _sendInspectionEvent: (seen: InspectionEvent) => void };

/** Room for 50 messages, the states after them, and messages that another one interrupted. */
const MAX_ENTRIES = 120;

/** Keeps the last messages and states of every machine below `portal`. Call it before the portal starts. Returns a function that reads them. */
export const recordBreadcrumbs = (portal: AnyActorRef): (() => Breadcrumbs) => {
  const system = portal.system as unknown as Inspected;
  const inspect = system._sendInspectionEvent;
  const entries: Breadcrumb[] = [];
  let total = 0;
  system._sendInspectionEvent = (seen) => {
    inspect(seen);
    const isMessage = seen.type === '@xstate.event';
    if (!isMessage && seen.type !== '@xstate.snapshot') return;
    const { machine, value } = seen.actorRef.getSnapshot();
    if (!machine) return;
    if (isMessage) total += 1;
    const type = isMessage ? seen.event.type : null;
    entries.push([machine, seen.actorRef.sessionId, value, type, isMessage && !seen.sourceRef]);
    if (entries.length > MAX_ENTRIES) entries.shift();
  };
  return () => ({ entries, total });
};
