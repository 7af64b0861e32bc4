import {
  type AnyActor,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  type InspectionEvent,
  StateMachine,
} from 'xstate';
import { createContextChanges } from '../record/context-changes.ts';
import type { EventRow, FlowRow, FlowRun } from '../record/flow.file.ts';
import { createTrace, type TraceRow } from '../record/trace.ts';
import { createRedactor } from '../redact/redactor.ts';
import { type Divergence, isSame, withoutTime } from './divergence.ts';

/** A machine prepares its transitions at their first use, which takes longer than the replay of a short recording. */
const inert = new WeakMap<AnyStateMachine, AnyStateMachine>();

/** Copy with every port and listener stubbed out; child machines stay real. */
const inertMachine = (machine: AnyStateMachine): AnyStateMachine => {
  const known = inert.get(machine);
  if (known) return known;
  const copy = machine.provide({
    actors: Object.fromEntries(
      Object.entries(machine.implementations.actors).map(([name, logic]) => [
        name,
        logic instanceof StateMachine ? inertMachine(logic) : fromCallback(() => {}),
      ]),
    ),
  });
  inert.set(machine, copy);
  return copy;
};

const machinePaths = (rows: readonly FlowRow[]): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [row.path] : [])));

/** Whether a row is an external event, which the machines do not send themselves: a click, a response of a port, a timer that ends. */
export const isExternalIn = (rows: readonly FlowRow[], machines = machinePaths(rows)) => {
  return (row: FlowRow | undefined): row is EventRow =>
    row?.kind === 'event' &&
    row.event.type !== 'xstate.init' &&
    (row.timer === true || row.from === null || !machines.has(row.from));
};

/** How many external events a recording has: the steps of its replay. */
export const stepCount = (rows: readonly FlowRow[]): number => rows.filter(isExternalIn(rows)).length;

const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** A timer that ended. `waited`: in the recording, ms; `delay`: that of this build. */
export type EndedTimer = { readonly row: EventRow; readonly waited: number; readonly delay: number };

/** `at`: when the next row, at the end the last one, was recorded, in ms since the start. `position`: how many rows are confirmed. */
type Now = {
  readonly at: () => number;
  readonly position: () => number;
  readonly divergence: () => Divergence | null;
};
type Watch = (seen: InspectionEvent, now: Now) => void;

/** `ignoresEvents`: the replayed actors ignore events from views. */
type ReplayOptions = { readonly watch?: Watch | undefined; readonly ignoresEvents?: boolean };

/**
 * Replays the recording on the current machines in lockstep: external events are sent to them, and everything they do themselves must match the
 * recorded rows, in the recorded order. No port is called and no timer runs. `machine`: the whole system, unwired.
 */
export const openReplay = (
  machine: AnyStateMachine,
  { rows }: Pick<FlowRun, 'rows'>,
  { watch, ignoresEvents = false }: ReplayOptions = {},
) => {
  const machines = machinePaths(rows);
  const isExternal = isExternalIn(rows, machines);
  const actors = new Map<string, Pick<AnyActor, 'send' | 'getSnapshot' | 'sessionId'>>();
  const working = new Map<string, number>();
  const timers: EndedTimer[] = [];
  /** The delay of each timer that has begun and when it began, by its receiver and message. */
  const begun = new Map<string, { readonly at: number; readonly delay: number }>();
  let position = 0;
  let during: EventRow | null = null;
  let sending: EventRow | null = null;
  let due: EventRow | null = null;
  let divergence: Divergence | null = null;

  const diverge = (got: TraceRow | null): void => {
    const expected = rows[position];
    divergence ??= {
      row: position,
      at: expected?.at ?? rows.at(-1)?.at ?? 0,
      during,
      expected: expected ? withoutTime(expected) : null,
      got,
      state: null,
    };
  };

  /** Called once the system is idle, so that the divergence shows the state the machine reached instead. */
  const compareState = (): void => {
    const actor = during && actors.get(during.to);
    if (!divergence || !actor) return;
    const { row: start } = divergence;
    const of = (row: FlowRow) =>
      row.kind === 'state' && row.path === during?.to && row.value !== undefined ? row : null;
    const due = rows.findIndex((row, at) => at >= start && row.kind === 'state' && row.path === during?.to);
    const recorded = rows.slice(0, due + 1).findLast(of);
    const got: unknown = actor.getSnapshot().value;
    if (recorded?.kind === 'state' && !isSame(recorded.value, got))
      divergence = { ...divergence, state: { expected: recorded.value, got } };
  };

  const send = (row: EventRow): void => {
    const actor = actors.get(row.to);
    if (!actor) {
      diverge(null);
      return;
    }
    during = row;
    sending = row;
    const timer = row.timer && begun.get(`${actor.sessionId} ${row.event.type}`);
    if (timer) timers.push({ row, waited: row.at - timer.at, delay: timer.delay });
    actor.send(row.event as AnyEventObject);
    sendDue();
  };
  /** A message is inspected before it enters its mailbox; the next external event waits until it has entered. */
  const sendDue = (): void => {
    const row = due;
    due = null;
    if (row) send(row);
  };

  const count = (row: TraceRow, actor: AnyActor): void => {
    if (row.kind === 'event') {
      if (row.from !== null && row.event.type.startsWith('xstate.error.actor.')) working.delete(row.from);
      if (machines.has(row.to) && actor.getSnapshot().status === 'active')
        working.set(row.to, (working.get(row.to) ?? 0) + 1);
    } else if (row.kind === 'state') {
      const left = (working.get(row.path) ?? 0) - 1;
      if (left > 0 && actor.getSnapshot().status === 'active') working.set(row.path, left);
      else working.delete(row.path);
    }
  };

  const onRow = (seen: TraceRow, actor: AnyActor): void => {
    if (divergence) return;
    const isSent = sending !== null && seen.kind === 'event';
    const got = isSent && sending ? withoutTime(sending) : plain(seen);
    if (isSent) sending = null;
    if (got.kind === 'actor') {
      const { send, sessionId } = actor;
      actors.set(got.path, { send, sessionId, getSnapshot: () => actor.getSnapshot() });
      if (ignoresEvents) actor.send = () => undefined;
    }
    const expected = rows[position];
    if (!expected || !isSame(withoutTime(expected), got)) {
      diverge(got);
      return;
    }
    position += 1;
    count(got, actor);
    const next = rows[position];
    if (working.size === 0 || !isExternal(next)) return;
    if (got.kind === 'event') due = next;
    else send(next);
  };

  const trace = createTrace({
    onRow,
    eventOf: (event) => event as { readonly type: string },
    changesOf: createContextChanges(createRedactor().redact),
  });
  let isCreated = false;
  const now: Now = {
    at: () => (isCreated ? ((rows[position] ?? rows.at(-1))?.at ?? 0) : 0),
    position: () => position,
    divergence: () => divergence,
  };
  const root = createActor(inertMachine(machine), {
    systemId: 'portal',
    inspect: (seen: InspectionEvent) => {
      sendDue();
      watch?.(seen, now);
      trace.inspect(seen);
    },
    clock: {
      setTimeout: (_, delay: number) => {
        const { target, event } = Object.values(root.system.getSnapshot()._scheduledEvents).at(-1) ?? {};
        if (target && event) begun.set(`${target.sessionId} ${event.type}`, { at: rows[position]?.at ?? 0, delay });
        return 0;
      },
      clearTimeout: () => undefined,
    },
  });
  isCreated = true;
  root.subscribe({ error: () => undefined });

  const settle = (): void => {
    working.clear();
    due = null;
    if (!divergence && position < rows.length && !isExternal(rows[position])) diverge(null);
    compareState();
  };

  return {
    root,
    ...now,
    start: (): void => {
      root.start();
      settle();
    },
    /** Sends the next external event; false at the end or after a divergence. */
    step: (): boolean => {
      const row = rows[position];
      if (divergence || !isExternal(row)) return false;
      send(row);
      settle();
      return divergence === null;
    },
    next: (): FlowRow | undefined => rows[position],
    timers: (): readonly EndedTimer[] => timers,
    stop: (): void => void root.stop(),
  };
};

export type Replay = ReturnType<typeof openReplay>;

type OnIdle = (replay: Replay, step: number) => void;

/** Plays from the start to the end or the first divergence. `onIdle` is called when the system is idle: after its start and after each step. */
const playThrough = (replay: Replay, onIdle: OnIdle = () => undefined): void => {
  replay.start();
  let step = 0;
  do {
    onIdle(replay, step);
    step += 1;
  } while (replay.step());
};

/** Replays a whole run. `watch`: receives every inspection event until its end. `onIdle`: as in `playThrough`. */
export const playRun = (machine: AnyStateMachine, run: Pick<FlowRun, 'rows'>, onIdle?: OnIdle, watch?: Watch) => {
  let isOver = false;
  const replay = openReplay(machine, run, { watch: (seen, now) => isOver || watch?.(seen, now) });
  playThrough(replay, onIdle);
  isOver = true;
  const divergence = replay.divergence();
  replay.stop();
  return { divergence, timers: replay.timers() };
};

/** The first divergence of a whole run; null if it matches the recording. */
export const replayRun = (...given: Parameters<typeof playRun>): Divergence | null => playRun(...given).divergence;

/** How many external events are sent until a row is confirmed: 0 if the start leads to it. */
export const stepCountUntil = (machine: AnyStateMachine, run: FlowRun, row: number): number => {
  const replay = openReplay(machine, run);
  let count = 0;
  replay.start();
  while (replay.position() <= row && replay.step()) count += 1;
  replay.stop();
  // The event that the machines handled in another way was sent too.
  return replay.divergence()?.during ? count + 1 : count;
};
