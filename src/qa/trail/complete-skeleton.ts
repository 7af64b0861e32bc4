import { chartHash } from '../record/chart-hash.ts';
import type { EventRow, Flow, FlowRow } from '../record/flow.file.ts';
import { machineTree } from '../replay/changed-charts.ts';
import { isSame } from '../replay/divergence.ts';
import { inertMachine } from '../replay/inert-machine.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { isExternalIn } from '../replay/replay.ts';
import { highestMask, openRerun, withoutInstance } from '../replay/rerun.ts';
import { stateText } from '../replay/run-log.lines.ts';
import { missingPlaces, type Skeleton } from './skeleton.file.ts';

export type Completion = { readonly ok: true; readonly flow: Flow } | { readonly ok: false; readonly line: string };

/** A message to a machine and the state after it; undefined if the machine did not get to it. `row`: its index. */
type Step = { readonly row: number; readonly type: string; value: unknown };

const charts = new Map(machineTree(portalSystem).map((machine) => [machine.id, machine]));

/** Whether the chart names the type, so that the trail has more of it than `?`. */
const isNamed = (machine: string | undefined, type: string): boolean =>
  type === 'xstate.init' ||
  (charts.get(machine ?? '')?.events ?? [])
    .map(String)
    .some((name) => name === type || (name.endsWith('*') && type.startsWith(name.slice(0, -1))));

/** The messages to each machine that its chart names, in order, by the place of the machine, from row `from` on. */
const stepsByPlace = (rows: readonly FlowRow[], from = 0): ReadonlyMap<string, readonly Step[]> => {
  const machines = new Map(
    rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [[row.path, row.machine]] : [])),
  );
  const values = new Map<string, unknown>();
  const open = new Map<string, Step[]>();
  const steps = new Map<string, Step[]>();
  for (const [at, row] of rows.entries()) {
    if (row.kind === 'event' && machines.has(row.to)) {
      const step: Step = { row: at, type: row.event.type, value: undefined };
      open.set(row.to, [...(open.get(row.to) ?? []), step]);
      const place = withoutInstance(row.to);
      if (at >= from && isNamed(machines.get(row.to), step.type)) steps.set(place, [...(steps.get(place) ?? []), step]);
    }
    if (row.kind !== 'state') continue;
    if (row.value !== undefined) values.set(row.path, row.value);
    const step = open.get(row.path)?.shift();
    if (step) step.value = values.get(row.path);
  }
  return steps;
};

/** A pattern of the chart matches any message that fits it. */
const isSameType = (expected: string, got: string): boolean =>
  expected.endsWith('*') ? got.startsWith(expected.slice(0, -1)) : expected === got;

const words = (step: Step | undefined): string =>
  step ? `"${step.type}" leads to ${step.value === undefined ? 'nothing' : stateText(step.value)}` : 'nothing happens';

/** Where the machines differ from the trail; null if they do the same. */
const differenceOf = (skeleton: readonly FlowRow[], rerun: readonly FlowRow[], from: number): string | null => {
  const did = stepsByPlace(rerun, from);
  const differences = [...stepsByPlace(skeleton)].flatMap(([place, expected]) => {
    const got = did.get(place) ?? [];
    const at = expected.findIndex((step, index) => {
      const other = got[index];
      return (
        !other || !isSameType(step.type, other.type) || (step.value !== undefined && !isSame(step.value, other.value))
      );
    });
    const step = expected[at];
    return step ? [{ row: step.row, place, step, other: got[at] }] : [];
  });
  const [first] = differences.toSorted((one, other) => one.row - other.row);
  if (!first) return null;
  return `Row ${first.row}, ${first.place}: in the trail ${words(first.step)}; with this data ${words(first.other)}.`;
};

const inputsBefore = ({ after }: Skeleton, recordings: readonly Flow[]): readonly EventRow[] | string => {
  if (after === null) return [];
  const rows = recordings.find(({ name }) => name === after.recording)?.runs[after.load - 1]?.rows;
  if (!rows) return `There is no kept recording "${after.recording}" with a page load ${after.load}.`;
  return rows.slice(0, after.row).filter(isExternalIn(rows));
};

const currentHashes = (rows: readonly FlowRow[]): Flow['machines'] => {
  const ids = new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [row.machine] : [])));
  const machines = machineTree(portalSystem).filter(({ id }) => ids.has(id));
  return Object.fromEntries(machines.map(({ id, config }) => [id, chartHash(config)]));
};

/** Runs the current machines with the messages of a completed skeleton. If they do what the trail says, the recording is complete. */
export const completeSkeleton = (skeleton: Skeleton, name: string, recordings: readonly Flow[]): Completion => {
  const missing = missingPlaces(skeleton);
  if (missing.length) {
    const places = missing.slice(0, 5).map((place) => `  ${place}`);
    const more = missing.length > places.length ? [`  and ${missing.length - places.length} more`] : [];
    return { ok: false, line: ['Something is still missing:', ...places, ...more].join('\n') };
  }
  const before = inputsBefore(skeleton, recordings);
  if (typeof before === 'string') return { ok: false, line: before };
  const { rows, build, locale, address, startedAt } = skeleton;
  const masks = highestMask([...before, ...rows]);
  const rerun = openRerun(inertMachine(portalSystem), { startAt: before[0]?.at ?? 0, keep: 'contexts', masks });
  rerun.start();
  for (const input of before) rerun.apply(input);
  const from = skeleton.after === null ? 0 : rerun.rows().length;
  const refused = rows.filter(isExternalIn(rows)).find((input) => !rerun.apply(input));
  const all = [...rerun.rows()];
  rerun.stop();
  const difference = differenceOf(rows, all, from);
  if (difference !== null) return { ok: false, line: difference };
  if (refused)
    return {
      ok: false,
      line: `"${refused.event.type}" cannot reach ${refused.to}: it does not run then, or its sender does not.`,
    };
  const run = { tab: 'a', address, startedAt, contexts: true as const, rows: all };
  return {
    ok: true,
    flow: { format: 'portal.flow', version: 1, name, build, locale, machines: currentHashes(all), runs: [run] },
  };
};
