import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type ChartStep, createChartModel } from '../../support/chart-model.ts';
import type { ControlledPortal } from './controlled-portal.ts';
import { createModelMirror, type Subject } from './model-mirror.ts';

/** Something that can happen to the machine, and how to cause it in the browser. */
export type Move = {
  readonly name: string;
  /** The events that the machine receives, in order; none if it cannot happen now. */
  readonly events: (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];
  /** False if it was not possible. */
  readonly act: (portal: ControlledPortal, snapshot: AnyMachineSnapshot) => Promise<boolean>;
  /** Rules out many later moves, so it is used when nothing else is left. */
  readonly isLast?: boolean;
  /** Set if a new actor replaces the current one: its input as far as it is known. */
  readonly begins?: (snapshot: AnyMachineSnapshot) => unknown;
};

type Edge = ChartStep & { readonly key: string };
type Step = { readonly move: Move; readonly edge: Edge };
type Route = { readonly first: Step | null; readonly snapshot: AnyMachineSnapshot; readonly key: string };

const QUIET_MS = 60;
/** How long the page may take to start the actor. */
const START_MS = 30_000;
/** How long the page may take to pass on an expected event. */
const EVENT_MS = 2_000;
const MAX_MOVES = 400;
/** How often a move may fail to reach a planned transition before no route to that transition uses it. */
const MAX_DEAD_ENDS = 3;
/** How often in a row a move may be impossible before it is skipped. */
const FAILURES = 3;
/** After this many moves without a new transition, `isLast` moves are allowed; after twice as many, the walk ends. */
const IDLE_MOVES = 7;

/** Walks a page through a machine, always by the shortest route to a transition that is not taken yet. */
export const createExplorer = (subject: Subject) => {
  const model = createChartModel(subject.machine, subject.listeners);
  const taken = new Set<string>();
  /** Transitions that walks look for and that are not taken yet. */
  let goals: ReadonlySet<string> = new Set(model.all);
  /** Edges by the key of their state. Such a key is long, so it is never copied into a longer string. */
  const edges = new Map<string, Map<Move, Edge | null>>();
  const blocked = new Map<string, Set<Move>>();
  const deadEnds = new Map<Move, Map<string, number>>();
  const starts = new Map<string, AnyMachineSnapshot>();
  let count = 0;

  const edgeOf = (key: string, snapshot: AnyMachineSnapshot, move: Move): Edge | null => {
    if (blocked.get(key)?.has(move)) return null;
    const ofState = edges.get(key) ?? new Map<Move, Edge | null>();
    edges.set(key, ofState);
    const known = ofState.get(move);
    if (known !== undefined) return known;
    let at = snapshot;
    const keys: string[] = [];
    const events = move.events(snapshot);
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
    ofState.set(move, edge);
    return edge;
  };

  const isCandidate = (move: Move, key: string): boolean =>
    goals.has(key) && (deadEnds.get(move)?.get(key) ?? 0) < MAX_DEAD_ENDS;

  const block = (key: string, move: Move, edge: Edge): void => {
    blocked.set(key, (blocked.get(key) ?? new Set()).add(move));
    const ends = deadEnds.get(move) ?? new Map<string, number>();
    deadEnds.set(move, ends);
    for (const missed of edge.taken) ends.set(missed, (ends.get(missed) ?? 0) + 1);
  };

  /** The first move of the shortest route to a new transition. */
  const plan = (from: AnyMachineSnapshot, moves: readonly Move[]): Step | null => {
    if (goals.size === 0) return null;
    const start = subject.keyOf(from);
    const seen = new Set([start]);
    let front: readonly Route[] = [{ first: null, snapshot: from, key: start }];
    for (let depth = 1; depth <= subject.depth && front.length > 0; depth += 1) {
      const next: Route[] = [];
      for (const route of front) {
        for (const move of moves) {
          const edge = edgeOf(route.key, route.snapshot, move);
          if (!edge) continue;
          const first = route.first ?? { move, edge };
          if (edge.taken.some((key) => isCandidate(move, key))) return first;
          if (seen.has(edge.key)) continue;
          seen.add(edge.key);
          next.push({ first, snapshot: edge.snapshot, key: edge.key });
        }
      }
      front = next;
    }
    return null;
  };

  const take = (keys: Iterable<string>): void => {
    for (const key of keys) taken.add(key);
    goals = new Set([...goals].filter((key) => !taken.has(key)));
  };

  return {
    /** Later walks look for these transitions only. */
    seek: (isGoal: (key: string) => boolean): void => {
      goals = new Set(model.all.filter((key) => isGoal(key) && !taken.has(key)));
    },
    /** Whether a new transition is reachable from a start according to the chart; true for an unused start. */
    isPromising: (start: string, moves: readonly Move[]): boolean => {
      blocked.clear();
      deadEnds.clear();
      const from = starts.get(start);
      return from === undefined || plan(from, moves) !== null;
    },
    /** Walks one page from its current state until no new transition is reachable. */
    walk: async (portal: ControlledPortal, moves: readonly Move[], start: string): Promise<readonly string[]> => {
      const mirror = createModelMirror(subject, model);
      const failures = new Map<string, number>();
      blocked.clear();
      deadEnds.clear();
      let idle = 0;
      const follow = async (type?: string): Promise<void> => {
        const isThere = await portal.until(
          async () => {
            const types = await mirror.follow(portal);
            return type === undefined ? mirror.snapshot() !== null : types.includes(type);
          },
          type === undefined ? START_MS : EVENT_MS,
        );
        if (!isThere && type === undefined) throw new Error(`no actor at ${subject.path}`);
        for (let quiet = false; !quiet; ) {
          await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
          quiet = (await mirror.follow(portal)).length === 0;
        }
        take(mirror.taken);
      };
      try {
        await follow();
        const first = mirror.snapshot();
        if (first) starts.set(start, first);
        for (;;) {
          const snapshot = mirror.snapshot();
          if (snapshot?.status !== 'active') break;
          await subject.look(portal, snapshot);
          portal.expectSound();
          if ((await mirror.follow(portal)).length > 0) continue;
          const hopeful = moves.filter(({ name }) => (failures.get(name) ?? 0) < FAILURES);
          const early = hopeful.filter(({ isLast }) => !isLast);
          const next = (idle < IDLE_MOVES ? plan(snapshot, early) : null) ?? plan(snapshot, hopeful);
          if (!next || idle > 2 * IDLE_MOVES) break;
          count += 1;
          if (count > MAX_MOVES) throw new Error(`more than ${MAX_MOVES} moves`);
          const { move, edge } = next;
          const key = subject.keyOf(snapshot);
          mirror.log.push(move.name);
          const was = taken.size;
          idle += 1;
          const done = await move.act(portal, snapshot);
          if (!done) {
            mirror.log.push('  (the page has no control for this move)');
            block(key, move, edge);
            failures.set(move.name, (failures.get(move.name) ?? 0) + 1);
            await follow();
            continue;
          }
          failures.delete(move.name);
          if (move.begins) mirror.restart();
          await follow(move.begins ? undefined : move.events(snapshot).at(-1)?.type);
          if (taken.size > was) idle = 0;
          const now = mirror.snapshot();
          const isAsPlanned = now !== null && subject.keyOf(now) === edge.key;
          if (!isAsPlanned) mirror.log.push(`  (not as planned: ${now && subject.keyOf(now)} instead of ${edge.key})`);
          if (!isAsPlanned && taken.size === was) block(key, move, edge);
        }
        return mirror.log;
      } catch (cause) {
        throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${mirror.log.join('\n')}`, {
          cause,
        });
      }
    },
    /** How many transitions walks still look for. */
    goalCount: (): number => goals.size,
    /** Transitions that are not taken yet. */
    missing: (): readonly string[] => model.all.filter((key) => !taken.has(key)),
  };
};

export type Explorer = ReturnType<typeof createExplorer>;
