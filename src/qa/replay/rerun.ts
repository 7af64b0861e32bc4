import { type AnyActor, type AnyEventObject, type AnyStateMachine, createActor, type InspectionEvent } from 'xstate';
import { createContextChanges } from '../record/context-changes.ts';
import type { EventRow, FlowRow } from '../record/flow.file.ts';
import { createTrace, type TraceRow } from '../record/trace.ts';
import { createRedactor } from '../redact/redactor.ts';
import { isExternalIn, plain } from './replay.ts';

/** An external event of a recording. */
export type ExternalEvent = EventRow;

export const externalEventsOf = (rows: readonly FlowRow[]): readonly ExternalEvent[] => rows.filter(isExternalIn(rows));

/** A path without the instance suffixes (`~2`): an earlier actor of the same id may be missing in a shorter recording. */
export const withoutInstance = (path: string): string => path.replaceAll(/~\d+(?=\/|$)/g, '');

const ENDS = /^xstate\.(?:done|error)\.actor\./;

/** Whether a message ends the actor that sends it: the result of a call. */
const isResult = ({ event }: ExternalEvent): boolean => ENDS.test(event.type);

/** The highest number of a mask in some data. */
export const highestMask = (data: unknown): number =>
  Math.max(0, ...[...JSON.stringify(data).matchAll(/•••(\d+)/g)].map(([, number]) => Number(number)));

type Known = { readonly actor: AnyActor; readonly path: string; hasEnded: boolean };

const isRunning = (known: Known | undefined): known is Known =>
  known !== undefined && !known.hasEnded && known.actor.getSnapshot().status === 'active';

export type RerunOptions = {
  /** ms since the page load began. */
  readonly startAt: number;
  /** Receives every inspection event. */
  readonly watch?: (seen: InspectionEvent) => void;
  /** Keeps the rows; with the contexts or without. */
  readonly keep?: 'rows' | 'contexts';
  /** The number of masks that the messages use. */
  readonly masks?: number;
};

/**
 * Sends external events to new machines, which do the rest themselves, and records them. An event that cannot happen is
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
      actors.set(withoutInstance(row.path), { actor, path: row.path, hasEnded: false });
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

  const send = ({ actor, path }: Known, input: ExternalEvent, from: string | null, event: AnyEventObject): void => {
    at = Math.max(at, input.at);
    sending = { kind: 'event', to: path, from, ...(input.timer && { timer: true as const }), event };
    actor.send(event);
    sending = null;
  };

  const fireTimer = (receiver: Known, input: ExternalEvent): boolean => {
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
    /** Sends an external event; false if it cannot happen here. */
    apply: (input: ExternalEvent): boolean => {
      const receiver = actors.get(withoutInstance(input.to));
      if (!isRunning(receiver)) return false;
      if (input.timer) return fireTimer(receiver, input);
      if (input.from === null) {
        send(receiver, input, null, input.event);
        return true;
      }
      const sender = actors.get(withoutInstance(input.from));
      if (!isRunning(sender)) return false;
      if (isResult(input)) sender.hasEnded = true;
      send(receiver, input, sender.path, input.event);
      return true;
    },
    /** The running actor at the place of a path; null if there is none. */
    actorAt: (path: string): Known | null => actors.get(withoutInstance(path)) ?? null,
    rows: (): readonly FlowRow[] => rows,
    stop: (): void => void root.stop(),
  };
};
