import { pathNames } from '../diff/pairing.ts';
import type { EventRow, Flow, FlowRun } from '../record/flow.file.ts';
import { brief } from '../replay/divergence.ts';

/** Who sends a message. `port`: an actor below the receiver that is not a machine. */
export type Sender =
  | { readonly kind: 'page' }
  | { readonly kind: 'timer' }
  | { readonly kind: 'port'; readonly id: string }
  | { readonly kind: 'parent' }
  | { readonly kind: 'child'; readonly id: string };

/** A message of a kept recording. `fields`: its fields, each in at most 60 characters. `where`: its place, as text for a person. */
export type Example = { readonly sender: Sender; readonly fields: ReadonlyMap<string, string>; readonly where: string };

/** Paths have `<>` in place of an order number. */
export type Examples = {
  readonly find: (machine: string, type: string, isFromPage: boolean) => Example | null;
  /** Where actors of a machine live. */
  readonly pathsOf: (machine: string) => readonly string[];
  readonly machineAt: (path: string) => string | null;
};

const LONGEST = 60;

const preview = (value: unknown): string => {
  const text = brief(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const senderOf = ({ to, from, timer }: EventRow, machines: ReadonlyMap<string, string>): Sender => {
  if (timer) return { kind: 'timer' };
  if (from === null) return { kind: 'page' };
  const id = from.startsWith(`${to}/`) ? from.slice(to.length + 1).replace(/~\d+$/, '') : null;
  if (!machines.has(from)) return { kind: 'port', id: id ?? '' };
  return id === null ? { kind: 'parent' } : { kind: 'child', id };
};

const keyOf = (machine: string, type: string, isFromPage: boolean): string =>
  JSON.stringify([machine, type, isFromPage]);

/** What the kept recordings show of each message that a machine can receive. */
export const examplesIn = (flows: readonly Flow[]): Examples => {
  const found = new Map<string, Example>();
  const paths = new Map<string, Set<string>>();
  const machineAt = new Map<string, string>();

  const addRun = ({ rows }: FlowRun, recording: string, load: number): void => {
    const rename = pathNames([{ rows }]);
    const machines = new Map<string, string>();
    for (const [at, row] of rows.entries()) {
      if (row.kind === 'actor' && row.machine !== null) {
        machines.set(row.path, row.machine);
        const path = rename(row.path).replace(/<\d+>/g, '<>').replace(/~\d+/g, '');
        paths.set(row.machine, (paths.get(row.machine) ?? new Set()).add(path));
        machineAt.set(path, row.machine);
      }
      const machine = row.kind === 'event' ? machines.get(row.to) : undefined;
      if (row.kind !== 'event' || machine === undefined) continue;
      const { type, ...fields } = row.event;
      const key = keyOf(machine, type, row.from === null);
      if (found.has(key)) continue;
      found.set(key, {
        sender: senderOf(row, machines),
        fields: new Map(Object.entries(fields).map(([name, value]) => [name, preview(value)])),
        where: `${recording}, page load ${load}, row ${at}`,
      });
    }
  };
  for (const { name, runs } of flows) for (const [at, run] of runs.entries()) addRun(run, name, at + 1);

  return {
    find: (machine, type, isFromPage) => found.get(keyOf(machine, type, isFromPage)) ?? null,
    pathsOf: (machine) => [...(paths.get(machine) ?? [])],
    machineAt: (path) => machineAt.get(path) ?? null,
  };
};
