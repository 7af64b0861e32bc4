import * as v from 'valibot';
import { actorId } from '../../core/compare/machine-steps.ts';
import type { EventRow, Flow, FlowRun } from '../../core/record/flow.file.ts';
import { isExternalIn } from '../../core/replay/replay.ts';

type Fields = Readonly<Record<string, unknown>>;
type RecordedEvent = EventRow['event'];

/** `at`: epoch ms. `row`: how many rows the page load had before. */
export type Moment = { readonly run: number; readonly at: number; readonly row: number };

/**
 * A call of a port. `name`: the id of its actor. `machine`, `owner`: the machine that made it, and its path. `page`: the address at that
 * moment. `isTimed`: a delay caused it, not the player.
 */
export type Call = {
  readonly name: string;
  readonly machine: string;
  readonly owner: string;
  readonly page: string;
  readonly isTimed: boolean;
};

/** `error`: as recorded, undefined without a failure. */
export type CallResult = { readonly output?: unknown; readonly error?: unknown };

/** A result that fits a schema; null for any other. */
export const outputAs = <Schema extends v.GenericSchema>(schema: Schema, output: unknown) => {
  const read = v.safeParse(schema, output);
  return read.success ? read.output : null;
};

/** A load is the `first` one of a tab, a `reload` of the address that it showed, or opens another one. */
export type FlowEntry = Moment &
  (
    | {
        readonly kind: 'load';
        readonly tab: string;
        readonly address: string;
        readonly how: 'first' | 'reload' | 'open';
      }
    | { readonly kind: 'action'; readonly machine: string; readonly owner: string; readonly event: RecordedEvent }
    | { readonly kind: 'call'; readonly path: string; readonly call: Call }
    | { readonly kind: 'response'; readonly path: string; readonly result: CallResult }
    | { readonly kind: 'signal'; readonly owner: string; readonly event: RecordedEvent }
  );

const OUTCOME = /^xstate\.(done|error)\.actor\./;
/** Signals that no action of the player causes. */
const NOT_BY_PLAYER: ReadonlySet<string> = new Set([
  'deadline.reached',
  'tab.woke',
  'peer.observed',
  'network.changed',
]);

/** What the router reports after a navigation that a machine or a link caused. */
const isEcho = ({ type, action }: Fields): boolean => type === 'url.changed' && action !== 'POP';

const addressOf = ({ path, search }: Fields): string => `${String(path)}${String(search)}`;

const lastAddress = ({ address, rows }: FlowRun): string => {
  const changed = rows.findLast((row) => row.kind === 'event' && row.event.type === 'url.changed');
  return changed?.kind === 'event' ? addressOf(changed.event) : address;
};

const entriesOf = (flow: Flow, run: FlowRun, index: number): readonly FlowEntry[] => {
  const machines = new Map<string, string>();
  for (const row of run.rows) if (row.kind === 'actor' && row.machine !== null) machines.set(row.path, row.machine);
  const isExternal = isExternalIn(run.rows);
  const before = flow.runs.slice(0, index).findLast(({ tab }) => tab === run.tab);
  const found: FlowEntry[] = [];
  const timedCalls = new Set<string>();
  const { tab, address } = run;
  let page = address;
  let isTimed = false;
  let visits = 0;
  const moment = (at: number, row: number): Moment => ({ run: index, at: run.startedAt + at, row });
  const how = before ? (lastAddress(before) === address ? 'reload' : 'open') : 'first';
  found.push({ ...moment(0, 0), kind: 'load', tab, address, how });
  for (const [place, row] of run.rows.entries()) {
    if (row.kind === 'actor' && row.machine === null && row.path.includes('/')) {
      const owner = row.path.slice(0, row.path.lastIndexOf('/'));
      const call: Call = { name: actorId(row.path), machine: machines.get(owner) ?? '', owner, page, isTimed };
      if (isTimed) timedCalls.add(row.path);
      found.push({ ...moment(row.at, place), kind: 'call', path: row.path, call });
    }
    if (!isExternal(row)) continue;
    const { event, from, to } = row;
    const outcome = OUTCOME.exec(event.type)?.[1];
    if (outcome !== undefined && from !== null) {
      isTimed = timedCalls.has(from);
      const result = outcome === 'done' ? { output: event['output'] } : { error: event['error'] };
      found.push({ ...moment(row.at, place), kind: 'response', path: from, result });
    } else if (row.timer) isTimed = true;
    else if (from !== null) {
      if (NOT_BY_PLAYER.has(event.type)) isTimed = true;
      found.push({ ...moment(row.at, place), kind: 'signal', owner: to, event });
    } else if (isEcho(event) || (event.type === 'url.changed' && visits === 0)) {
      page = addressOf(event);
      visits += 1;
    } else {
      isTimed = false;
      if (event.type === 'url.changed') page = addressOf(event);
      found.push({ ...moment(row.at, place), kind: 'action', machine: machines.get(to) ?? '', owner: to, event });
    }
  }
  return found;
};

/** What happened in all page loads, in order. */
export const flowEntries = (flow: Flow): readonly FlowEntry[] =>
  flow.runs.flatMap((run, index) => entriesOf(flow, run, index)).toSorted((a, b) => a.at - b.at || a.run - b.run);
