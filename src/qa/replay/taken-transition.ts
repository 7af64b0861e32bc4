import type { AnyTransitionDefinition } from 'xstate';

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

const guardName = ({ guard }: AnyTransitionDefinition): string | null => {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  return typeof guard === 'function' ? guard.name : guard.type;
};

const alternatives = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

export const takenTransition = (definition: AnyTransitionDefinition): TakenTransition => {
  const among = alternatives(definition);
  const earlier = among.slice(0, Math.max(0, among.indexOf(definition)));
  return {
    source: definition.source.id,
    event: definition.eventType,
    guard: guardName(definition),
    refused: earlier.flatMap((one) => guardName(one) ?? []),
    targets: definition.target?.map(({ id }) => id) ?? [],
  };
};
