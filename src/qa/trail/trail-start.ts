import type { Flow, FlowRow } from '../record/flow.file.ts';
import { isSame } from '../replay/divergence.ts';
import { isExternalIn } from '../replay/replay.ts';
import type { TrailStep } from './read-trail.ts';

/** A moment of a kept recording. `actors`: path of each actor of the trail that runs then. */
export type TrailStart = {
  readonly recording: string;
  readonly load: number;
  readonly row: number;
  readonly actors: ReadonlyMap<string, string>;
};

type Running = { readonly machine: string; readonly value: unknown };

/** The first state of each actor that ran before the trail begins. */
const firstStates = (steps: readonly TrailStep[]): readonly TrailStep[] => {
  const firsts = [...new Map(steps.toReversed().map((step) => [step.actor, step])).values()];
  return firsts.filter(({ type }) => type !== 'xstate.init').toReversed();
};

const matched = (firsts: readonly TrailStep[], running: ReadonlyMap<string, Running>): Map<string, string> | null => {
  const actors = new Map<string, string>();
  const taken = new Set<string>();
  for (const { actor, machine, before } of firsts) {
    const path = [...running].find(
      ([at, one]) => !taken.has(at) && one.machine === machine && isSame(one.value, before),
    )?.[0];
    if (path === undefined) return null;
    taken.add(path);
    actors.set(actor, path);
  }
  return actors;
};

const startIn = (rows: readonly FlowRow[], firsts: readonly TrailStep[]): Pick<TrailStart, 'row' | 'actors'> | null => {
  const isExternal = isExternalIn(rows);
  const machines = new Map<string, string>();
  const running = new Map<string, Running>();
  for (const [at, row] of rows.entries()) {
    const actors = isExternal(row) ? matched(firsts, running) : null;
    if (actors) return { row: at, actors };
    if (row.kind === 'actor' && row.machine !== null) machines.set(row.path, row.machine);
    if (row.kind !== 'state') continue;
    const machine = machines.get(row.path);
    if (row.status !== undefined && row.status !== 'active') running.delete(row.path);
    else if (row.value !== undefined && machine !== undefined) running.set(row.path, { machine, value: row.value });
  }
  return null;
};

/** How many steps of a trail are messages of a recording too. */
const likenessOf = (rows: readonly FlowRow[], steps: readonly TrailStep[]): number => {
  const types = new Set(rows.flatMap((row) => (row.kind === 'event' ? row.event.type : [])));
  return steps.filter(({ type }) => type !== null && types.has(type)).length;
};

/**
 * The moment in the kept recordings at which all machines are in the first states of a trail: in the page load that has the most messages in common
 * with the trail, with the fewest rows before it.
 */
export const findStart = (flows: readonly Flow[], steps: readonly TrailStep[]): TrailStart | null => {
  const firsts = firstStates(steps);
  const starts = flows.flatMap(({ name, runs }) =>
    runs.flatMap(({ rows }, at) => {
      const start = startIn(rows, firsts);
      return start ? [{ recording: name, load: at + 1, ...start, likeness: likenessOf(rows, steps) }] : [];
    }),
  );
  const [best] = starts.toSorted((one, other) => other.likeness - one.likeness || one.row - other.row);
  return best ?? null;
};
