import { type AnyActor, type AnyEventObject, type AnyStateMachine, createActor, type InspectionEvent } from 'xstate';
import { createContextChanges } from '../record/context-changes.ts';
import type { EventRow, FlowRow } from '../record/flow.file.ts';
import { createTrace, type TraceRow } from '../record/trace.ts';
import { createRedactor } from '../redact/redactor.ts';
import { outsideOf, plain } from '../replay/replay.ts';

/** A message from outside, of a recording. */
export type Input = EventRow;

export const inputsOf = (rows: readonly FlowRow[]): readonly Input[] => rows.filter(outsideOf(rows));

/** A path without the numbers of births: an earlier actor of the same id may be missing in a shorter recording. */
export const placeOf = (path: string): string => path.replaceAll(/~\d+(?=\/|$)/g, '');

const ENDS = /^xstate\.(?:done|error)\.actor\./;

type Known = { readonly actor: AnyActor; readonly path: string; hasEnded: boolean };

const isRunning = (known: Known | undefined): known is Known =>
  known !== undefined && !known.hasEnded && known.actor.getSnapshot().status === 'active';

export type RerunOptions = {
  /** ms since the page load began. */
  readonly startAt: number;
  /** Hears what an inspector would hear. */
  readonly watch?: (seen: InspectionEvent) => void;
  /** Keeps the rows; with the contexts or without. */
  readonly keep?: 'rows' | 'contexts';
  /** So many masks are in use in the messages. */
  readonly masks?: number;
};

/**
 * Sends messages from outside to new machines, which do the rest themselves, and records them. A message that cannot happen is
 * left out: its receiver or its sender does not run, or no such timer does. `machine`: inert, see `inertMachine`.
 */
export const openRerun = (machine: AnyStateMachine, { startAt, watch, keep, masks = 0 }: RerunOptions) => {
  const rows: FlowRow[] = [];
  const actors = new Map<string, Known>();
  const paths = new Map<string, string>();
  let at = startAt;
  let sending: TraceRow | null = null;

  const onRow = (seen: TraceRow, actor: AnyActor): void => {
    const isSent = sending !== null && seen.kind === 'event';
    const row = isSent && sending ? sending : seen;
    if (isSent) sending = null;
    if (row.kind === 'actor') {
      actors.set(placeOf(row.path), { actor, path: row.path, hasEnded: false });
      paths.set(actor.sessionId, row.path);
    }
    if (keep) rows.push(plain({ at, ...row }));
  };
  const trace = createTrace({
    onRow,
    eventOf: (event) => event as { readonly type: string },
    ...(keep === 'contexts' && { changesOf: createContextChanges(createRedactor(masks).redact) }),
  });
  const root = createActor(machine, {
    systemId: 'portal',
    inspect: (seen: InspectionEvent) => {
      watch?.(seen);
      trace.inspect(seen);
    },
    clock: { setTimeout: () => 0, clearTimeout: () => undefined },
  });
  root.subscribe({ error: () => undefined });

  const send = ({ actor, path }: Known, input: Input, from: string | null, event: AnyEventObject): void => {
    at = Math.max(at, input.at);
    sending = { kind: 'event', to: path, from, ...(input.timer && { timer: true as const }), event };
    actor.send(event);
    sending = null;
  };

  const ring = (receiver: Known, input: Input): boolean => {
    const scheduled = Object.values(root.system.getSnapshot()._scheduledEvents).find(
      ({ target, event }) => target.sessionId === receiver.actor.sessionId && event.type === input.event.type,
    );
    if (!scheduled) return false;
    const { source, id, event } = scheduled;
    root.system.scheduler.cancel(source, id);
    send(receiver, input, paths.get(source.sessionId) ?? null, plain(event));
    return true;
  };

  return {
    root: root as unknown as AnyActor,
    start: (): void => void root.start(),
    /** False: this cannot happen here. */
    apply: (input: Input): boolean => {
      const receiver = actors.get(placeOf(input.to));
      if (!isRunning(receiver)) return false;
      if (input.timer) return ring(receiver, input);
      if (input.from === null) {
        send(receiver, input, null, input.event);
        return true;
      }
      const sender = actors.get(placeOf(input.from));
      if (!isRunning(sender)) return false;
      if (ENDS.test(input.event.type)) sender.hasEnded = true;
      send(receiver, input, sender.path, input.event);
      return true;
    },
    /** The running actor at the place of a path; null if there is none. */
    actorAt: (path: string): Known | null => actors.get(placeOf(path)) ?? null,
    rows: (): readonly FlowRow[] => rows,
    stop: (): void => void root.stop(),
  };
};
