import type { EventRow, Flow, FlowRow } from '../record/flow.file.ts';
import { type Example, type Examples, examplesIn, type Sender } from './examples.ts';
import type { ParsedTrail, TrailStep } from './read-trail.ts';
import { MISSING, type Skeleton } from './skeleton.file.ts';
import { findStart, type TrailStart } from './trail-start.ts';

const ENDS = /^xstate\.(?:done|error)\.actor\.([^*]+)$/;

const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

/** Assigns a path to each actor of a trail. An unknown order number becomes `MISSING-order-1`. */
const createPlaces = (examples: Examples, start: TrailStart | null) => {
  const paths = new Map<string, string>(start?.actors);
  /** The paths of actors by machine, ordered by their last message. */
  const seen = new Map<string, string[]>();
  const births = new Map<string, number>();

  const place = ({ actor, machine }: TrailStep): string => {
    const patterns = examples.pathsOf(machine);
    const parents = patterns.map((pattern) => {
      const parent = seen.get(examples.machineAt(parentOf(pattern)) ?? '')?.at(-1);
      return { pattern, parent };
    });
    const { pattern, parent } = parents.find((one) => one.parent !== undefined) ?? {
      pattern: patterns[0] ?? `$/${machine}`,
    };
    const number = /\.(\d+)$/.exec(actor)?.[1] ?? '1';
    const inside =
      parent === undefined || pattern === '$' ? pattern : `${parent}${pattern.slice(parentOf(pattern).length)}`;
    const path = inside.replace('<>', `${MISSING}-order-${number}`);
    const birth = (births.get(path) ?? 0) + 1;
    births.set(path, birth);
    return birth === 1 ? path : `${path}~${birth}`;
  };

  return (step: TrailStep): string => {
    const path = paths.get(step.actor) ?? place(step);
    paths.set(step.actor, path);
    seen.set(step.machine, [...(seen.get(step.machine) ?? []).filter((one) => one !== path), path]);
    return path;
  };
};

const senderOf = ({ type, isFromPage }: TrailStep, example: Example | null): Sender => {
  if (isFromPage) return { kind: 'page' };
  if (type?.startsWith('xstate.after.')) return { kind: 'timer' };
  if (type === 'xstate.init') return { kind: 'parent' };
  const id = ENDS.exec(type ?? '')?.[1];
  if (example) return example.sender;
  return id === undefined ? { kind: 'port', id: MISSING } : { kind: 'port', id };
};

const payloadOf = (sender: Sender, example: Example | null): Readonly<Record<string, string>> => {
  switch (sender.kind) {
    case 'timer':
    case 'parent':
    case 'child':
      return {};
    case 'page':
    case 'port':
      if (!example) return { payload: `${MISSING}: no kept recording has this message` };
      return Object.fromEntries(
        [...example.fields].map(([name, text]) => [
          name,
          name === 'actorId' && sender.kind === 'port' ? sender.id : `${MISSING}, like ${text} in ${example.where}`,
        ]),
      );
  }
};

const eventOf = (step: TrailStep, to: string, examples: Examples): Omit<EventRow, 'at'> => {
  const { machine, type, isFromPage } = step;
  // A message that the chart matches with a pattern or not at all is sent by a machine, or changes nothing.
  if (type === null || type.includes('*')) return { kind: 'event', to, from: to, event: { type: type ?? '?' } };
  const example = examples.find(machine, type, isFromPage);
  const sender = senderOf(step, example);
  const event = { type, ...payloadOf(sender, example) };
  switch (sender.kind) {
    case 'page':
      return { kind: 'event', to, from: null, event };
    case 'timer':
      return { kind: 'event', to, from: to, timer: true, event };
    case 'parent':
      return { kind: 'event', to, from: to === '$' ? null : parentOf(to), event };
    case 'child':
    case 'port':
      return { kind: 'event', to, from: `${to}/${sender.id.replace(/\.[A-Z]+-\d.*/, `.${MISSING}-order-1`)}`, event };
  }
};

const isExternal = (step: TrailStep, examples: Examples): boolean => {
  const { kind } = senderOf(step, examples.find(step.machine, step.type ?? '', step.isFromPage));
  return step.type !== null && !step.type.includes('*') && kind !== 'parent' && kind !== 'child';
};

/** The steps that a rerun can repeat: without the effects of a message that the trail has dropped. */
const repeatable = ({ steps, dropped }: ParsedTrail, examples: Examples): readonly TrailStep[] =>
  dropped === 0 ? steps : steps.slice(steps.findIndex((step) => isExternal(step, examples)));

/** A recording with the steps of a trail in order; what the trail does not contain is marked. `recordings`: the recordings to learn from. */
export const skeletonOf = (trail: ParsedTrail, recordings: readonly Flow[]): Skeleton => {
  const { dropped, build, copiedAt } = trail;
  const steps = repeatable(trail, examplesIn(recordings));
  const start = dropped > 0 ? findStart(recordings, steps) : null;
  const flow = recordings.find(({ name }) => name === start?.recording);
  const examples = examplesIn(flow ? [flow, ...recordings] : recordings);
  const placeOf = createPlaces(examples, start);
  const known = new Set<string>();
  const rows: FlowRow[] = [];
  const addActor = (path: string, machine: string): void => {
    if (known.has(path)) return;
    known.add(path);
    rows.push({ kind: 'actor', at: rows.length, path, machine });
  };
  for (const step of steps) {
    const to = placeOf(step);
    const event = eventOf(step, to, examples);
    const sender = event.from;
    if (sender !== null && event.event.type !== '?') {
      const machine = examples.machineAt(sender.replace(/\.[^./]*\d[^./]*/g, '.<>'));
      if (machine !== null) addActor(sender, machine);
    }
    addActor(to, step.machine);
    rows.push({ ...event, at: rows.length });
    if (step.after !== null) rows.push({ kind: 'state', at: rows.length, path: to, value: step.after });
  }
  return {
    format: 'portal.trail',
    version: 1,
    build: build ?? MISSING,
    locale: flow?.locale ?? `${MISSING}, for example en-US`,
    address: flow?.runs[(start?.load ?? 1) - 1]?.address ?? `${MISSING}, for example /main/recharge`,
    startedAt: copiedAt ?? 0,
    after:
      dropped === 0
        ? null
        : start
          ? { recording: start.recording, load: start.load, row: start.row }
          : { recording: `${MISSING}: a kept recording that leads to the first states`, load: 1, row: 0 },
    rows,
  };
};
