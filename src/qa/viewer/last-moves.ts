import type { Chart, ChartMove, Trigger } from '../chart/chart.types.ts';
import { activeStates } from '../chart/fold.chart.ts';

const matchesDescriptor = (descriptor: string, type: string): boolean =>
  descriptor === type ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1)));

const isTriggeredBy = (trigger: Trigger, type: string): boolean => {
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

const leadsInto = (move: ChartMove, active: ReadonlySet<string>): boolean =>
  move.targets.every((target) => active.has(target));

/**
 * Ids of the transitions that explain how an actor came from `before` to `after`. The protocol doesn't name them: where two guarded
 * ones share event and target, both are given.
 */
export const lastMoves = (chart: Chart, before: unknown, after: unknown, eventType: string): ReadonlySet<string> => {
  const was = activeStates(chart, before);
  const is = activeStates(chart, after);
  const found = new Set<string>();
  const passed = new Set(was);
  const take = (move: ChartMove): void => {
    found.add(move.id);
    for (const target of move.targets) passed.add(target);
  };
  for (const move of chart.moves)
    if (
      was.has(move.source) &&
      isTriggeredBy(move.trigger, eventType) &&
      (leadsInto(move, is) || hasWayOn(chart, move))
    )
      take(move);
  for (let grown = -1; grown !== found.size; ) {
    grown = found.size;
    for (const move of chart.moves)
      if (move.trigger.kind === 'always' && move.targets.length > 0 && !found.has(move.id))
        if (passed.has(move.source) && !is.has(move.source) && leadsInto(move, is)) take(move);
  }
  return found;
};

const hasWayOn = (chart: Chart, move: ChartMove): boolean =>
  move.targets.some((target) =>
    chart.moves.some(({ source, trigger }) => source === target && trigger.kind === 'always'),
  );
