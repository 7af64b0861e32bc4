import type { Chart, Trigger } from './definition.chart.ts';

/** A transition as an actor reports it; the fields are those of `src/qa/core/inspect/taken-transitions.ts`. */
export type ReportedTransition = { readonly source: readonly string[]; readonly event: string; readonly rank: number };

const matchesDescriptor = (descriptor: string, type: string): boolean =>
  descriptor === type ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1)));

export const isTriggeredBy = (trigger: Trigger, type: string): boolean => {
  switch (trigger.kind) {
    case 'event':
      return matchesDescriptor(trigger.descriptor, type);
    case 'done':
    case 'error':
      return type === `xstate.${trigger.kind}.actor.${trigger.invoke}`;
    case 'snapshot':
      return type === `xstate.snapshot.${trigger.invoke}`;
    case 'after':
      return type.startsWith(`xstate.after.${trigger.delay}.`);
    case 'state-done':
      return type.startsWith('xstate.done.state.');
    case 'always':
      return false;
  }
};

const isFor = (trigger: Trigger, event: string): boolean => {
  if (trigger.kind === 'always') return event === '';
  return trigger.kind === 'event' ? trigger.descriptor === event : isTriggeredBy(trigger, event);
};

/** The id of a transition in its chart; null if the chart has no such transition. */
export const takenTransitionId = (chart: Chart, { source, event, rank }: ReportedTransition): string | null => {
  const id = [chart.root.id, ...source].join('.');
  return chart.moves.filter((move) => move.source === id && isFor(move.trigger, event))[rank]?.id ?? null;
};
