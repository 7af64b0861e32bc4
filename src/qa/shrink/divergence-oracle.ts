import type { AnyActor, AnyStateMachine, InspectionEvent } from 'xstate';
import { createActorPaths } from '../record/actor-paths.ts';
import type { EventRow, FlowRow, FlowRun } from '../record/flow.file.ts';
import type { TraceRow } from '../record/trace.ts';
import { type Divergence, describeDivergence, isSame } from '../replay/divergence.ts';
import { isExternalIn, openReplay, plain, replayRun } from '../replay/replay.ts';
import {
  type ExternalEvent,
  externalEventsOf,
  openRerun,
  type RerunOptions,
  withoutInstance,
} from '../replay/rerun.ts';

type StateRow = Extract<FlowRow, { readonly kind: 'state' }>;

/** A recording that ends with a divergence, and the external events before it. */
export type DivergingRows = { readonly inputs: readonly ExternalEvent[]; readonly rows: readonly FlowRow[] };

/** The divergence in words, without its row and time, instance suffixes (`~2`) and numbers of masks. */
const signatureOf = (divergence: Divergence): string =>
  describeDivergence(divergence)
    .split('\n')
    .slice(1)
    .join('\n')
    .replaceAll(/~\d+/g, '')
    .replaceAll(/•••\d+/g, '•••');

const isSameMessage = (one: EventRow | null, other: EventRow | null): boolean =>
  one?.event.type === other?.event.type && withoutInstance(one?.to ?? '') === withoutInstance(other?.to ?? '');

const isAlike = (one: TraceRow, other: TraceRow): boolean => {
  if (one.kind === 'event')
    return (
      other.kind === 'event' &&
      withoutInstance(one.to) === withoutInstance(other.to) &&
      one.event.type === other.event.type
    );
  if (one.kind !== other.kind || withoutInstance(one.path) !== withoutInstance(other.path)) return false;
  return one.kind === 'actor' || other.kind === 'actor' || (one.value === undefined) === (other.value === undefined);
};

/** The row that the recorded machines would have written: the row of the current machines with the recorded parts that differed. */
const expectedLike = (got: FlowRow, expected: StateRow, original: StateRow): StateRow => {
  const names = new Set([...Object.keys(expected.context ?? {}), ...Object.keys(original.context ?? {})]);
  const context: Record<string, unknown> = { ...(got.kind === 'state' && got.context) };
  for (const name of names) {
    if (isSame(expected.context?.[name], original.context?.[name])) continue;
    if (expected.context && name in expected.context) context[name] = expected.context[name];
    else delete context[name];
  }
  return { ...expected, at: got.at, ...(Object.keys(context).length > 0 && { context }) };
};

/** The path of the machine to which a row belongs. */
const ownerOf = (row: TraceRow): string => {
  if (row.kind === 'event') return row.from ?? row.to;
  return row.kind === 'actor' ? row.path.slice(0, row.path.lastIndexOf('/')) : row.path;
};

/** The contexts of these actors before an external event; null for an actor that does not run, or while the machines start. */
const contextsBefore = (system: AnyStateMachine, run: FlowRun, input: EventRow, paths: readonly string[]) => {
  const actors = new Map<string, AnyActor>();
  const { pathOf } = createActorPaths();
  const watch = ({ type, actorRef }: InspectionEvent): void => {
    if (type === '@xstate.actor') actors.set(pathOf(actorRef as AnyActor), actorRef as AnyActor);
  };
  const index = run.rows.indexOf(input);
  const replay = openReplay(system, run, { watch });
  replay.start();
  while (replay.position() < index && replay.step());
  const isThere = replay.position() === index;
  const contexts = paths.map((path) =>
    isThere ? plain<unknown>(actors.get(path)?.getSnapshot().context ?? null) : null,
  );
  replay.stop();
  return contexts;
};

const hasContext = (actor: AnyActor | undefined, context: unknown): boolean =>
  context === null || isSame(context, plain<unknown>(actor?.getSnapshot().context ?? null));

/** The state value of the receiver before a message; undefined while the machine is still starting. */
const valueBefore = (rows: readonly FlowRow[], row: EventRow): unknown =>
  rows
    .slice(0, rows.indexOf(row))
    .findLast((one): one is StateRow => one.kind === 'state' && one.path === row.to && one.value !== undefined)?.value;

/** Where an actor is in a rerun; null if it never started. */
type PathOf = (path: string) => string | null;

/** `$/session/login` → `$/session/login~2` */
const nextBirth = (path: string): string =>
  `${path.replace(/~\d+$/, '')}~${Number(/~(\d+)$/.exec(path)?.[1] ?? 1) + 1}`;

/** A recorded row with the paths of the actors of a rerun. */
const withPaths = (row: FlowRow, pathOf: PathOf): FlowRow => {
  const known = (path: string): string => pathOf(path) ?? withoutInstance(path);
  if (row.kind === 'event') return { ...row, to: known(row.to), from: row.from && known(row.from) };
  const path = pathOf(row.path);
  return { ...row, path: row.kind === 'actor' && path !== null ? nextBirth(path) : known(row.path) };
};

/** The row that diverged and the rest of what the recorded machines did at that message, until the state of its receiver. */
const tailOf = (rows: readonly FlowRow[], from: number, receiver: string | undefined): readonly FlowRow[] => {
  const isExternal = isExternalIn(rows);
  if (isExternal(rows[from])) return rows.slice(from, from + 1);
  const next = rows.findIndex((row, at) => at >= from && isExternal(row));
  const due = rows.findIndex((row, at) => at >= from && row.kind === 'state' && row.path === receiver);
  return rows.slice(from, Math.max(next < 0 ? rows.length : next, due + 1));
};

/**
 * Tells whether fewer external events lead to the divergence of a recording. What the recorded machines would do in a shorter
 * recording is unknown, so the row that diverges is taken from the recording; the message before it, the state in which its
 * receiver gets it and the difference must be the same.
 */
export const divergenceOracle = (
  system: AnyStateMachine,
  inert: AnyStateMachine,
  run: FlowRun,
  found: Divergence,
  options: RerunOptions,
) => {
  const { during, row, expected, got } = found;
  const signature = signatureOf(found);
  const value = during && valueBefore(run.rows, during);
  const deciding = during
    ? [during, expected, got].flatMap((one) => (one ? [one === during ? during.to : ownerOf(one)] : []))
    : [];
  const contexts = during ? contextsBefore(system, run, during, deciding) : [];
  const tail = tailOf(run.rows, row, during?.to);

  /** The number of rows before the diverging row that are similar to it. A machine that is still starting writes such a row before it is idle. */
  const alikeBefore =
    during && got && value !== undefined
      ? run.rows.slice(run.rows.indexOf(during), row).filter((one) => isAlike(one, got)).length
      : 0;

  const isSameDivergence = (rows: readonly FlowRow[], at: number): boolean => {
    const other = replayRun(system, { ...run, rows: [...rows] });
    return (
      other !== null && other.row === at && isSameMessage(other.during, during) && signatureOf(other) === signature
    );
  };

  const tailFor = (emitted: FlowRow | undefined, pathOf: PathOf): readonly FlowRow[] => {
    const [first, ...rest] = tail.map((one): FlowRow => withPaths(one, pathOf));
    if (!first) return [];
    const isContext = first.kind === 'state' && got?.kind === 'state' && emitted && isAlike(emitted, first);
    return [isContext ? expectedLike(emitted, first, { at: 0, ...got }) : first, ...rest];
  };

  return {
    /** The messages before the one at which the machines diverge. */
    before: during === null ? [] : externalEventsOf(run.rows.slice(0, run.rows.indexOf(during))),
    /** The recording without what comes after the divergence. */
    cut: (): readonly FlowRow[] => [...run.rows.slice(0, row), ...tail],
    attempt: (inputs: readonly ExternalEvent[]): DivergingRows | null => {
      if (during === null) return null;
      const rerun = openRerun(inert, options);
      rerun.start();
      const used = inputs.filter(rerun.apply);
      const receiver = rerun.actorAt(during.to);
      const isReady =
        receiver !== null &&
        (value === undefined || isSame(value, receiver.actor.getSnapshot().value)) &&
        deciding.every((path, at) => hasContext(rerun.actorAt(path)?.actor, contexts[at]));
      const start = rerun.rows().length;
      const isSent = isReady && rerun.apply(during);
      rerun.stop();
      if (!isSent) return null;
      const rows = rerun.rows();
      const places = rows.flatMap((one, at) => (at >= start && got !== null && isAlike(one, got) ? [at] : []));
      const at = got === null ? rows.length : places[alikeBefore];
      if (at === undefined) return null;
      const pathOf: PathOf = (path) => rerun.actorAt(path)?.path ?? null;
      const candidate = [...rows.slice(0, at), ...(expected === null ? [] : tailFor(rows[at], pathOf))];
      return isSameDivergence(candidate, at) ? { inputs: used, rows: candidate } : null;
    },
  };
};
