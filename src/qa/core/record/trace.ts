import { type AnyActor, type AnyMachineSnapshot, type InspectionEvent, StateMachine } from 'xstate';
import type { ContextChanges } from './context-changes.ts';
import type { FlowRow } from './flow.file.ts';

/** The logic of an actor may be a machine whose code is not loaded, which throws when it is asked. */
const isMachine = ({ logic }: AnyActor): boolean => {
  try {
    return logic instanceof StateMachine;
  } catch {
    return false;
  }
};

type WithoutTime<Row> = Row extends unknown ? Omit<Row, 'at'> : never;
export type TraceRow = WithoutTime<FlowRow>;

type Clock = {
  readonly setTimeout: (ring: () => void, ms: number) => ReturnType<typeof setTimeout>;
  readonly clearTimeout: (timer: ReturnType<typeof setTimeout>) => void;
};

export type TraceParts = {
  /** Each row as it happens, with the actor it is about. `snapshot`: of a state row, as it was then. */
  readonly onRow: (row: TraceRow, actor: AnyActor, snapshot?: AnyMachineSnapshot) => void;
  readonly eventOf: (event: object) => { readonly type: string };
  /** The changes of an actor's context as they are recorded; null if it did not change. */
  readonly changesOf?: (path: string, context: object) => ContextChanges | null;
};

/** Turns XState's inspection events into rows: every actor, every message to or from a machine, and the state and context after each. */
export const createTrace = ({ onRow, eventOf, changesOf }: TraceParts) => {
  /** Where actors live, by their ids: session ids are counters of a process and differ from run to run. */
  const paths = new Map<string, string>();
  const births = new Map<string, number>();
  const machines = new Set<string>();
  const last = new Map<string, string>();
  let isTimerFiring = false;

  const pathOf = (actor: AnyActor): string => {
    const known = paths.get(actor.sessionId);
    if (known) return known;
    const base = actor._parent ? `${pathOf(actor._parent as AnyActor)}/${actor.id}` : '$';
    const birth = (births.get(base) ?? 0) + 1;
    births.set(base, birth);
    const path = birth === 1 ? base : `${base}~${birth}`;
    paths.set(actor.sessionId, path);
    if (isMachine(actor)) machines.add(path);
    return path;
  };

  const onActor = (actor: AnyActor): void => {
    const path = pathOf(actor);
    onRow({ kind: 'actor', path, machine: machines.has(path) ? actor.logic.id : null }, actor);
  };

  const onEvent = (actor: AnyActor, source: AnyActor | undefined, event: object): void => {
    const to = pathOf(actor);
    const from = source ? pathOf(source) : null;
    const timer = isTimerFiring;
    isTimerFiring = false;
    if (!machines.has(to) && (from === null || !machines.has(from))) return;
    onRow({ kind: 'event', to, from, ...(timer && { timer: true as const }), event: eventOf(event) }, actor);
  };

  const onSnapshot = (actor: AnyActor, snapshot: AnyMachineSnapshot): void => {
    const { value, status, context } = snapshot;
    const path = pathOf(actor);
    if (!machines.has(path)) return;
    const now = JSON.stringify([value, status]);
    const same = last.get(path) === now;
    last.set(path, now);
    const changes = changesOf?.(path, context);
    onRow(
      {
        kind: 'state',
        path,
        ...(!same && { value: structuredClone(value), status }),
        ...(changes && { context: changes }),
      },
      actor,
      snapshot,
    );
  };

  return {
    inspect: (seen: InspectionEvent): void => {
      const actor = seen.actorRef as AnyActor;
      if (seen.type === '@xstate.actor') onActor(actor);
      else if (seen.type === '@xstate.event') onEvent(actor, seen.sourceRef as AnyActor | undefined, seen.event);
      else if (seen.type === '@xstate.snapshot') onSnapshot(actor, seen.snapshot as AnyMachineSnapshot);
    },
    /** Wraps a clock and marks the messages that it sends. */
    clock: (under: Clock): Clock => ({
      setTimeout: (ring, ms) =>
        under.setTimeout(() => {
          isTimerFiring = true;
          ring();
          isTimerFiring = false;
        }, ms),
      clearTimeout: under.clearTimeout,
    }),
  };
};
