import type { Chart, ChartTransition } from '../chart/chart.types.ts';
import { activeStates } from '../chart/fold.chart.ts';
import { isTriggeredBy, takenTransitionId } from '../chart/reported-transitions.ts';
import type { ReportedTransition } from '../inspect/taken-transitions.ts';
import type { ActorSnapshot } from './timeline.ts';

const leadsInto = (move: ChartTransition, active: ReadonlySet<string>): boolean =>
  move.targets.every((target) => active.has(target));

/** Ids of the transitions that the inspector received. */
const takenTransitions = (chart: Chart, taken: readonly ReportedTransition[]): ReadonlySet<string> =>
  new Set(taken.flatMap((one) => takenTransitionId(chart, one) ?? []));

/**
 * Ids of the transitions that explain how an actor got from `before` to `after`, for apps that send only the standard protocol, which does not report
 * transitions. If two guarded transitions share event and target, both are returned; a transition for an event that the machine raised itself is not
 * found.
 */
export const inferredTransitions = (
  chart: Chart,
  before: unknown,
  after: unknown,
  eventType: string,
): ReadonlySet<string> => {
  const was = activeStates(chart, before);
  const is = activeStates(chart, after);
  const found = new Set<string>();
  const passed = new Set(was);
  const take = (move: ChartTransition): void => {
    found.add(move.id);
    for (const target of move.targets) passed.add(target);
  };
  for (const move of chart.moves)
    if (
      was.has(move.source) &&
      isTriggeredBy(move.trigger, eventType) &&
      (leadsInto(move, is) || canContinue(chart, move))
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

const canContinue = (chart: Chart, move: ChartTransition): boolean =>
  move.targets.some((target) =>
    chart.moves.some(({ source, trigger }) => source === target && trigger.kind === 'always'),
  );

const NONE: ReadonlySet<string> = new Set();

/** Ids of the transitions that led to a snapshot: as received, else as inferred. */
export const lastTransitions = (
  chart: Chart,
  now: ActorSnapshot,
  before: ActorSnapshot | null,
): ReadonlySet<string> => {
  if (now.taken) return takenTransitions(chart, now.taken);
  return before ? inferredTransitions(chart, before.value, now.value, now.event.type) : NONE;
};

/** The guarded transitions that rejected a message. Empty unless the recording says that it took no transition. */
export const refusedTransitions = (
  chart: Chart,
  { taken, value, event }: ActorSnapshot,
): readonly ChartTransition[] => {
  if (taken === null || taken.length > 0) return [];
  const active = activeStates(chart, value);
  return chart.moves.filter(
    ({ source, trigger, guard }) => guard !== null && active.has(source) && isTriggeredBy(trigger, event.type),
  );
};
