import * as v from 'valibot';
import type { Flow } from '../../core/record/flow.file.ts';
import type { LabFault } from '../lab/lab.sandbox.ts';
import type { Exchange } from './exchanges.ts';
import { type FlowEntry, type Moment, outputAs } from './flow-entries.ts';

/** What the sandbox does with an order. `expire`: its time to pay runs out. `never`: its payment stays in flight. */
export type OrderAct = 'pay' | 'never' | 'pay-late' | 'close' | 'expire' | 'mark-paid' | 'refund';

/** What a test changes besides what the player does. */
export type SetUp =
  | { readonly kind: 'fault'; readonly path: string; readonly fault: LabFault; readonly times: number | null }
  | { readonly kind: 'clear' }
  | { readonly kind: 'order'; readonly orderId: string; readonly act: OrderAct }
  /** An order from another browser. `secondsLeft`: the time left to pay it. */
  | { readonly kind: 'other-order'; readonly orderId: string; readonly secondsLeft: number }
  | { readonly kind: 'points'; readonly change: number }
  | { readonly kind: 'offline'; readonly isOffline: boolean }
  | { readonly kind: 'time'; readonly seconds: number }
  /** The scripts of the signed-in half. */
  | { readonly kind: 'block-code' | 'unblock-code' }
  | { readonly kind: 'block-pop-ups' | 'block-clipboard' };

/** A change between two actions of the player, and the moment before it. */
export type Wait = Moment & { readonly setUp: SetUp };

/** Set-ups before the action of a slot, and between two actions. */
export type Plan = {
  readonly before: (slot: number, setUp: SetUp) => void;
  readonly wait: (wait: Wait) => void;
};

/** Plans what a call needs: before the action that triggers it, or at the time when a timer triggers it. */
export const planFor = ({ call, slot, start }: Exchange, setUp: SetUp, plan: Plan): void => {
  if (call.isTimed) plan.wait({ ...start, setUp });
  else plan.before(slot, setUp);
};

type Visit = { readonly exchange: Exchange; readonly fault: LabFault | null };

const isSame = (one: LabFault | null, other: LabFault | null): boolean =>
  (one?.kind === 'latency' && other?.kind === 'latency') || JSON.stringify(one) === JSON.stringify(other);

const spansOf = (visits: readonly Visit[]): readonly (readonly Visit[])[] => {
  const spans: Visit[][] = [];
  for (const visit of visits) {
    const [last] = spans.slice(-1);
    if (last?.[0] && isSame(last[0].fault, visit.fault)) last.push(visit);
    else spans.push([visit]);
  }
  return spans;
};

/** The player repeats the call until it succeeds. How many requests that takes depends on when the first one ends. */
const isRepeatedByPlayer = (span: readonly Visit[], next: readonly Visit[] | undefined): boolean => {
  const slots = span.map(({ exchange }) => exchange.slot);
  const later = next?.[0]?.exchange.slot;
  return new Set(slots).size > 1 && later !== undefined && later > Math.max(...slots);
};

/**
 * Plans faults of the sandbox for the recorded responses. Calls that repeat by themselves, or that the player repeats until they succeed, share a
 * fault until the first healthy response, because a test makes a different number of them. Other calls get as many faults as in the recording.
 */
export const planFaults = (exchanges: readonly Exchange[], plan: Plan): void => {
  const visits = new Map<string, Visit[]>();
  for (const exchange of exchanges)
    for (const [path, fault] of exchange.faults) visits.set(path, [...(visits.get(path) ?? []), { exchange, fault }]);
  for (const [path, ofPath] of visits) {
    const spans = spansOf(ofPath);
    for (const [at, span] of spans.entries()) {
      const [first] = span;
      if (!first || first.fault === null) continue;
      const { fault } = first;
      const isTimed = span.some(({ exchange }) => exchange.call.isTimed);
      if (!isTimed && fault.kind !== 'changed-price' && !isRepeatedByPlayer(span, spans[at + 1])) {
        plan.before(first.exchange.slot, { kind: 'fault', path, fault, times: span.length });
        continue;
      }
      const isOnce = span.length === 1 && fault.kind !== 'latency' && fault.kind !== 'changed-price';
      const setUp: SetUp = { kind: 'fault', path, fault, times: isOnce ? 1 : null };
      const { slot } = first.exchange;
      const isFirst = ofPath.find((visit) => visit.exchange.slot === slot) === first;
      if (isFirst && fault.kind !== 'latency') plan.before(slot, setUp);
      else planFor(first.exchange, setUp, plan);
      const next = spans[at + 1]?.[0];
      if (next && !isOnce) planFor(next.exchange, { kind: 'clear' }, plan);
    }
  }
};

/** The E Points of a new account of the sandbox. */
const USUAL_POINTS = { basic: 1_200, present: 350 } as const;

const balance = v.object({ basic: v.number(), present: v.number(), total: v.number() });
const record = v.object({ record: v.object({ status: v.string() }) });

/** E Points of the account at the start; null for the usual ones. */
export const startPoints = (exchanges: readonly Exchange[]) => {
  for (const { call, result } of exchanges) {
    const read = call.name === 'loadBalance' ? outputAs(balance, result.output) : null;
    if (!read) continue;
    const { basic, present } = read;
    return basic === USUAL_POINTS.basic && present === USUAL_POINTS.present ? null : { basic, present };
  }
  return null;
};

const totalIn = (output: unknown): number | null =>
  typeof output === 'number' ? output : (outputAs(balance, output)?.total ?? null);

const READS: ReadonlySet<string> = new Set(['loadBalance', 'loadCoinBalance', 'checkBalance']);

/** Changes of the balance that neither a delivery nor a payment explains. */
export const planPoints = (exchanges: readonly Exchange[], plan: Plan): void => {
  let known: number | null = null;
  let isExplained = false;
  for (const exchange of exchanges.toSorted((a, b) => a.end.at - b.end.at)) {
    const { call, result } = exchange;
    const status = outputAs(record, result.output)?.record.status ?? 'pending';
    if (status !== 'pending' || call.name === 'payWithPoints') isExplained = true;
    const total = READS.has(call.name) ? totalIn(result.output) : null;
    if (total === null) continue;
    if (known !== null && total !== known && !isExplained)
      planFor(exchange, { kind: 'points', change: total - known }, plan);
    known = total;
    isExplained = false;
  }
};

const codeFailure = v.object({ reason: v.literal('loadFailed') });
const chunkFailure = v.object({ name: v.literal('ChunkFailure') });

const lacksCode = ({ call, result: { error } }: Exchange): boolean =>
  v.is(codeFailure, error) || (call.name === 'loadSignedIn' && v.is(chunkFailure, error));

/** Blocks the scripts of the signed-in half, which have the code of the calls too, from the first failure to the first later call that has its code. */
export const planCode = (exchanges: readonly Exchange[], plan: Plan): void => {
  const missed = new Map<string, number>();
  for (const exchange of exchanges) {
    const { call, slot } = exchange;
    const missedAt = missed.get(call.name);
    if (lacksCode(exchange)) {
      if (missed.size === 0) plan.before(slot, { kind: 'block-code' });
      missed.set(call.name, missedAt ?? slot);
    } else if (missedAt !== undefined && slot > missedAt) {
      missed.clear();
      plan.before(slot, { kind: 'unblock-code' });
    }
  }
};

/** The network, the clipboard and the pop-up blocker. */
export const planDevice = (
  all: readonly FlowEntry[],
  exchanges: readonly Exchange[],
  slots: readonly Moment[],
  plan: Plan,
): void => {
  const online = new Map<number, boolean>();
  for (const entry of all) {
    if (entry.kind === 'signal' && entry.owner === '$' && entry.event.type === 'network.changed') {
      const isOnline = entry.event['online'] === true;
      if ((online.get(entry.run) ?? true) !== isOnline) {
        const { run, row, at } = entry;
        plan.wait({ run, row, at, setUp: { kind: 'offline', isOffline: !isOnline } });
      }
      online.set(entry.run, isOnline);
    }
    if (entry.kind !== 'action') continue;
    const slot = slots.findLastIndex(({ run, at }) => run === entry.run && at <= entry.at);
    if (entry.event.type === 'code.refused') plan.before(slot - 1, { kind: 'block-clipboard' });
    if (entry.event.type !== 'order.confirm' || entry.event['windowRef'] !== null) continue;
    if (exchanges.some((one) => one.slot === slot && one.call.name === 'openWindow'))
      plan.before(slot, { kind: 'block-pop-ups' });
  }
};

/** A longer gap is a jump of the clock: no tester waits that long, ms. */
const JUMP_MS = 60_000;

export const planTime = ({ runs }: Flow, plan: Plan): void => {
  for (const [run, { rows, startedAt }] of runs.entries()) {
    let before = 0;
    for (const [place, row] of rows.entries()) {
      if (row.at - before > JUMP_MS) {
        const seconds = Math.round((row.at - before) / 1_000);
        plan.wait({ run, row: place, at: startedAt + before, setUp: { kind: 'time', seconds } });
      }
      before = row.at;
    }
  }
};
