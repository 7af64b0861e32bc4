import type { LabFault } from '../lab/lab.sandbox.ts';
import type { Exchange } from './exchanges.ts';
import type { SetUp, Wait } from './set-up.ts';

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

const isSame = (one: LabFault | null, other: LabFault | null): boolean => {
  if (one === null || other === null) return one === other;
  return one.kind === 'latency' ? other.kind === 'latency' : JSON.stringify(one) === JSON.stringify(other);
};

/** Consecutive visits of a path with the same fault. */
const spansOf = (visits: readonly Visit[]): readonly (readonly Visit[])[] => {
  const spans: Visit[][] = [];
  for (const visit of visits) {
    const [last] = spans.slice(-1);
    if (last?.[0] && isSame(last[0].fault, visit.fault)) last.push(visit);
    else spans.push([visit]);
  }
  return spans;
};

const isTimed = ({ exchange }: Visit): boolean => exchange.call.isTimed;

/**
 * The player repeats the call until it succeeds. The number of requests depends on whether the first one has ended when the player repeats it.
 */
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
      const isLasting = span.some(isTimed) || fault.kind === 'changed-price' || isRepeatedByPlayer(span, spans[at + 1]);
      if (!isLasting) {
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
