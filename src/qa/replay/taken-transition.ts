import type { AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import { candidatesOf } from '../inspect/taken-transitions.ts';

/**
 * A transition by the ids of its states. `event`: '' for one that needs none. `refused`: the guards of the alternatives that come before
 * it in the chart. No `targets`: it stays where it is.
 */
export type TakenTransition = {
  readonly source: string;
  readonly event: string;
  readonly guard: string | null;
  readonly refused: readonly string[];
  readonly targets: readonly string[];
};

/** A state that waits for an event, and the guards that let nothing come of it. */
export type Refusal = { readonly source: string; readonly event: string; readonly guards: readonly string[] };

const guardName = ({ guard }: AnyTransitionDefinition): string | null => {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  return typeof guard === 'function' ? guard.name : guard.type;
};

export const takenTransition = (definition: AnyTransitionDefinition): TakenTransition => {
  const among = candidatesOf(definition);
  const earlier = among.slice(0, Math.max(0, among.indexOf(definition)));
  return {
    source: definition.source.id,
    event: definition.eventType,
    guard: guardName(definition),
    refused: earlier.flatMap((one) => guardName(one) ?? []),
    targets: definition.target?.map(({ id }) => id) ?? [],
  };
};

/** Why an event that took no transition took none, by the states it found; empty: no state waits for it. */
export const refusalsOf = ({ _nodes }: AnyMachineSnapshot, event: string): readonly Refusal[] =>
  _nodes.flatMap(({ id, transitions }) => {
    const guards = (transitions.get(event) ?? []).flatMap((one) => guardName(one) ?? []);
    return guards.length > 0 ? [{ source: id, event, guards }] : [];
  });
