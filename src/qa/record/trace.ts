import { type AnyActor, type AnyMachineSnapshot, type InspectionEvent, StateMachine } from 'xstate';
import type { FlowRow } from './flow.file.ts';

type WithoutTime<Row> = Row extends unknown ? Omit<Row, 'at'> : never;
/** A row of a recording before it has its time. */
export type TraceRow = WithoutTime<FlowRow>;

/** XState's clock, as the root actor takes it. */
type Clock = {
  readonly setTimeout: (ring: () => void, ms: number) => ReturnType<typeof setTimeout>;
  readonly clearTimeout: (timer: ReturnType<typeof setTimeout>) => void;
};

export type TraceParts = {
  /** Each row as it happens, with the actor it is about. */
  readonly onRow: (row: TraceRow, actor: AnyActor) => void;
  /** What is to stand in the recording for a message. */
  readonly eventOf: (event: object) => { readonly type: string };
};

const isMachine = ({ logic }: AnyActor): boolean => {
  try {
    return logic instanceof StateMachine;
  } catch {
    return false;
  }
};

/**
 * Turns what XState tells an inspector into rows. Kept: every actor, every message to a machine, every message from a machine, the
 * state after each. Session ids are counters of a process and never stand in a row.
 */
export const createTrace = ({ onRow, eventOf }: TraceParts) => {
  const paths = new Map<string, string>();
  const births = new Map<string, number>();
  const machines = new Set<string>();
  const last = new Map<string, string>();
  let ringing = false;

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
    const timer = ringing;
    ringing = false;
    if (!machines.has(to) && (from === null || !machines.has(from))) return;
    onRow({ kind: 'event', to, from, ...(timer && { timer: true as const }), event: eventOf(event) }, actor);
  };

  const onSnapshot = (actor: AnyActor, { value, status }: AnyMachineSnapshot): void => {
    const path = pathOf(actor);
    if (!machines.has(path)) return;
    const now = JSON.stringify([value, status]);
    const same = last.get(path) === now;
    last.set(path, now);
    onRow({ kind: 'state', path, ...(!same && { value: structuredClone(value), status }) }, actor);
  };

  return {
    inspect: (seen: InspectionEvent): void => {
      const actor = seen.actorRef as AnyActor;
      if (seen.type === '@xstate.actor') onActor(actor);
      else if (seen.type === '@xstate.event') onEvent(actor, seen.sourceRef as AnyActor | undefined, seen.event);
      else if (seen.type === '@xstate.snapshot') onSnapshot(actor, seen.snapshot as AnyMachineSnapshot);
    },
    /** The given clock, with a note of which messages it sends. */
    clock: (under: Clock): Clock => ({
      setTimeout: (ring, ms) =>
        under.setTimeout(() => {
          ringing = true;
          ring();
          ringing = false;
        }, ms),
      clearTimeout: under.clearTimeout,
    }),
  };
};
