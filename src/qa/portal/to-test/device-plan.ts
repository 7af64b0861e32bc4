import * as v from 'valibot';
import type { Flow } from '../../core/record/flow.file.ts';
import type { Exchange } from './exchanges.ts';
import { type Plan, planFor } from './fault-plan.ts';
import type { FlowEntry, Moment } from './flow-entries.ts';

/** The E Points of a new account of the sandbox. */
const USUAL_POINTS = { basic: 1_200, present: 350 } as const;

const balance = v.object({ basic: v.number(), present: v.number(), total: v.number() });
const record = v.object({ record: v.object({ status: v.string() }) });

export type Points = { readonly basic: number; readonly present: number };

/** E Points of the account at the start; null for the usual ones. */
export const startPoints = (exchanges: readonly Exchange[]): Points | null => {
  for (const { call, result } of exchanges) {
    const read = v.safeParse(balance, result.output);
    if (call.name !== 'loadBalance' || !read.success) continue;
    const { basic, present } = read.output;
    return basic === USUAL_POINTS.basic && present === USUAL_POINTS.present ? null : { basic, present };
  }
  return null;
};

const totalIn = (output: unknown): number | null => {
  if (typeof output === 'number') return output;
  const read = v.safeParse(balance, output);
  return read.success ? read.output.total : null;
};

const READS: ReadonlySet<string> = new Set(['loadBalance', 'loadCoinBalance', 'checkBalance']);

/** Changes of the balance that neither a delivery nor a payment explains. */
export const planPoints = (exchanges: readonly Exchange[], plan: Plan): void => {
  let known: number | null = null;
  let isExplained = false;
  for (const exchange of exchanges.toSorted((a, b) => a.end.at - b.end.at)) {
    const { call, result } = exchange;
    const seen = v.safeParse(record, result.output);
    if (seen.success && seen.output.record.status !== 'pending') isExplained = true;
    if (call.name === 'payWithPoints') isExplained = true;
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

type Slots = readonly (FlowEntry & { readonly kind: 'load' | 'action' })[];

const slotAt = (slots: Slots, { run, at }: Moment): number =>
  slots.findLastIndex((slot) => slot.run === run && slot.at <= at);

/** The network, the clipboard and the pop-up blocker. */
export const planDevice = (
  all: readonly FlowEntry[],
  exchanges: readonly Exchange[],
  slots: Slots,
  plan: Plan,
): void => {
  const online = new Map<number, boolean>();
  for (const entry of all) {
    if (entry.kind === 'signal' && entry.owner === '$' && entry.event.type === 'network.changed') {
      const isOnline = entry.event['online'] === true;
      if ((online.get(entry.run) ?? true) !== isOnline) {
        const { run, row } = entry;
        plan.wait({ run, row, at: entry.at, setUp: { kind: 'offline', isOffline: !isOnline } });
      }
      online.set(entry.run, isOnline);
    }
    if (entry.kind !== 'action') continue;
    const slot = slotAt(slots, entry);
    if (entry.event.type === 'code.refused') plan.before(slot - 1, { kind: 'block-clipboard' });
    if (entry.event.type !== 'order.confirm' || entry.event['windowRef'] !== null) continue;
    if (exchanges.some((one) => one.slot === slot && one.call.name === 'openWindow'))
      plan.before(slot, { kind: 'block-pop-ups' });
  }
};

/** A longer gap is a jump of the clock: no tester waits that long, ms. */
const JUMP_MS = 60_000;

/** Plans the time by which the lab advanced the clock. */
export const planTime = ({ runs }: Flow, plan: Plan): void => {
  for (const [run, { rows, startedAt }] of runs.entries()) {
    let before = 0;
    for (const [place, row] of rows.entries()) {
      if (row.at - before > JUMP_MS) {
        const moment = { run, row: place, at: startedAt + before };
        const seconds = Math.round((row.at - before) / 1_000);
        plan.wait({ ...moment, setUp: { kind: 'time', seconds } });
      }
      before = row.at;
    }
  }
};
