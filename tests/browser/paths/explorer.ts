import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type ChartStep, createChartModel } from '../../support/chart-model.ts';
import type { ControlledPortal } from './controlled-portal.ts';
import { createModelMirror, type Subject } from './model-mirror.ts';

/** Something that can happen to the machine, and how it is made to happen in the browser. */
export type Move = {
  readonly name: string;
  /** What the machine hears of it, in turn; none: it cannot happen now. */
  readonly hears: (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];
  /** False: there was nothing to do it with. */
  readonly act: (portal: ControlledPortal, snapshot: AnyMachineSnapshot) => Promise<boolean>;
  /** Much cannot happen any more after it: it comes when nothing else is left. */
  readonly isLast?: boolean;
  /** A new actor takes the place of the one before: its input as far as it is known. */
  readonly begins?: (snapshot: AnyMachineSnapshot) => unknown;
};

type Edge = ChartStep & { readonly key: string };
type Step = { readonly move: Move; readonly edge: Edge };
type Way = { readonly first: Step | null; readonly snapshot: AnyMachineSnapshot; readonly key: string };

const QUIET_MS = 60;
const MOST_MOVES = 400;
/** So often a way that should lead to a transition may end before it; then this move is not thought to lead there. */
const STRIKES = 3;
/** So often in a row nothing was there to do a move with; then the page is not asked for it again. */
const FAILURES = 3;
/** So many moves without a new transition, and the last ones may come; twice as many end a walk. */
const IDLE_MOVES = 7;

/** Walks a page through a machine: always by the shortest way to a transition that nobody has taken yet. */
export const createExplorer = (subject: Subject) => {
  const model = createChartModel(subject.machine, subject.listeners);
  const taken = new Set<string>();
  const blocked = new Set<string>();
  const edges = new Map<string, Edge | null>();
  const strikes = new Map<string, number>();
  const starts = new Map<string, AnyMachineSnapshot>();
  let count = 0;

  const edgeOf = (key: string, snapshot: AnyMachineSnapshot, move: Move): Edge | null => {
    const name = `${key} ${move.name}`;
    if (blocked.has(name)) return null;
    const known = edges.get(name);
    if (known !== undefined) return known;
    let at = snapshot;
    const keys: string[] = [];
    const events = move.hears(snapshot);
    if (move.begins && events.length > 0) {
      const begun = model.start(move.begins(snapshot));
      at = begun.snapshot;
      keys.push(...begun.taken);
    }
    for (const [turn, event] of events.entries()) {
      if (!model.isAccepted(at, event)) {
        if (turn === 0 && !move.begins) break;
        continue;
      }
      const step = model.step(at, event);
      at = step.snapshot;
      keys.push(...step.taken);
    }
    const edge = keys.length > 0 ? { snapshot: at, taken: keys, key: subject.keyOf(at) } : null;
    edges.set(name, edge);
    return edge;
  };

  const isHoped = ({ name }: Move, key: string): boolean =>
    !taken.has(key) && (strikes.get(`${name} ${key}`) ?? 0) < STRIKES;

  const giveUp = ({ name }: Move, edge: Edge): void => {
    for (const key of edge.taken) strikes.set(`${name} ${key}`, (strikes.get(`${name} ${key}`) ?? 0) + 1);
  };

  /** The first move of the shortest way to something new. */
  const plan = (from: AnyMachineSnapshot, moves: readonly Move[]): Step | null => {
    const start = subject.keyOf(from);
    const seen = new Set([start]);
    let front: readonly Way[] = [{ first: null, snapshot: from, key: start }];
    for (let depth = 1; depth <= subject.depth && front.length > 0; depth += 1) {
      const next: Way[] = [];
      for (const way of front) {
        for (const move of moves) {
          const edge = edgeOf(way.key, way.snapshot, move);
          if (!edge) continue;
          const first = way.first ?? { move, edge };
          if (edge.taken.some((key) => isHoped(move, key))) return first;
          if (seen.has(edge.key)) continue;
          seen.add(edge.key);
          next.push({ first, snapshot: edge.snapshot, key: edge.key });
        }
      }
      front = next;
    }
    return null;
  };

  return {
    /** Whether something new can be reached from a start, as far as the chart knows; true for one that was never walked from. */
    isPromising: (start: string, moves: readonly Move[]): boolean => {
      blocked.clear();
      strikes.clear();
      const from = starts.get(start);
      return from === undefined || plan(from, moves) !== null;
    },
    /** One page, from where it stands, until nothing new can be reached. */
    walk: async (portal: ControlledPortal, moves: readonly Move[], start: string): Promise<readonly string[]> => {
      const shadow = createModelMirror(subject, model);
      const failures = new Map<string, number>();
      blocked.clear();
      strikes.clear();
      let idle = 0;
      const follow = async (type?: string): Promise<void> => {
        const isThere = await portal.until(async () => {
          const types = await shadow.follow(portal);
          return type === undefined ? shadow.snapshot() !== null : types.includes(type);
        });
        if (!isThere && type === undefined) throw new Error(`no actor at ${subject.path}`);
        for (let quiet = false; !quiet; ) {
          await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
          quiet = (await shadow.follow(portal)).length === 0;
        }
        for (const key of shadow.taken) taken.add(key);
      };
      try {
        await follow();
        const first = shadow.snapshot();
        if (first) starts.set(start, first);
        for (;;) {
          const snapshot = shadow.snapshot();
          if (snapshot?.status !== 'active') break;
          await subject.look(portal, snapshot);
          portal.expectSound();
          if ((await shadow.follow(portal)).length > 0) continue;
          const hopeful = moves.filter(({ name }) => (failures.get(name) ?? 0) < FAILURES);
          const early = hopeful.filter(({ isLast }) => !isLast);
          const next = (idle < IDLE_MOVES ? plan(snapshot, early) : null) ?? plan(snapshot, hopeful);
          if (!next || idle > 2 * IDLE_MOVES) break;
          count += 1;
          if (count > MOST_MOVES) throw new Error(`more than ${MOST_MOVES} moves`);
          const { move, edge } = next;
          const name = `${subject.keyOf(snapshot)} ${move.name}`;
          shadow.log.push(move.name);
          const was = taken.size;
          idle += 1;
          const done = await move.act(portal, snapshot);
          if (!done) {
            shadow.log.push('  (nothing to do it with)');
            blocked.add(name);
            giveUp(move, edge);
            failures.set(move.name, (failures.get(move.name) ?? 0) + 1);
            await follow();
            continue;
          }
          failures.delete(move.name);
          if (move.begins) shadow.restart();
          await follow(move.begins ? undefined : move.hears(snapshot).at(-1)?.type);
          if (taken.size > was) idle = 0;
          const now = shadow.snapshot();
          const isAsPlanned = now !== null && subject.keyOf(now) === edge.key;
          if (!isAsPlanned) shadow.log.push(`  (not as planned: ${now && subject.keyOf(now)} instead of ${edge.key})`);
          if (!isAsPlanned && taken.size === was) {
            blocked.add(name);
            giveUp(move, edge);
          }
        }
        return shadow.log;
      } catch (cause) {
        throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${shadow.log.join('\n')}`, {
          cause,
        });
      }
    },
    /** Transitions that nobody has taken yet. */
    missing: (): readonly string[] => model.all.filter((key) => !taken.has(key)),
  };
};

export type Explorer = ReturnType<typeof createExplorer>;
