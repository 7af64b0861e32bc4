import type { Chart, ChartState, ChartTransition, Trigger } from './definition.chart.ts';

const triggerWords = (trigger: Trigger): string => {
  switch (trigger.kind) {
    case 'event':
      return trigger.descriptor;
    case 'always':
      return 'always';
    case 'after':
      return `after ${trigger.delay}`;
    case 'state-done':
      return 'done';
    case 'done':
    case 'error':
    case 'snapshot':
      return `${trigger.kind}: ${trigger.invoke}`;
  }
};

const actionWords = (actions: readonly string[]): string[] => actions.map((name) => `/ ${name}`);

/** A transition in the lines of its label: its place among those of the same event, trigger, guard, actions. */
export const transitionLines = ({ trigger, guard, order, actions }: ChartTransition): readonly string[] => [
  `${order === null ? '' : `${order}. `}${triggerWords(trigger)}`,
  ...(guard === null ? [] : [`[${guard}]`]),
  ...actionWords(actions),
];

const shortId = ({ root }: Chart, id: string): string =>
  id.startsWith(`${root.id}.`) ? id.slice(root.id.length + 1) : id;

/** A transition that its guard prevented, in one line. */
export const refusalSentence = (chart: Chart, { source, trigger, guard }: ChartTransition): string =>
  `${shortId(chart, source)} · ${triggerWords(trigger)} · not ${guard}`;

/** A transition in one line: source, trigger, earlier guards that failed, targets. The names of states omit the machine's own id. */
export const transitionSentence = (chart: Chart, move: ChartTransition): string => {
  const { moves } = chart;
  const short = (id: string): string => shortId(chart, id);
  const isRival = ({ source, trigger }: ChartTransition): boolean =>
    source === move.source && triggerWords(trigger) === triggerWords(move.trigger);
  const rivals = moves.slice(0, moves.indexOf(move)).filter(isRival);
  const refused = rivals.flatMap(({ guard }) => (guard === null ? [] : [`not ${guard}`]));
  const guards = [...refused, ...(move.guard === null ? [] : [move.guard])];
  const words = [triggerWords(move.trigger), ...(guards.length > 0 ? [`[${guards.join(', ')}]`] : [])].join(' ');
  return `${short(move.source)} · ${words} → ${move.targets.map(short).join(' + ') || 'stays'}`;
};

export const stayLine = (move: ChartTransition): string =>
  `${move.targets.length ? '↻ ' : ''}${transitionLines(move).join(' ')}`;

/** A description in lines of at most 44 characters. */
export const descriptionLines = (description: string | null): readonly string[] =>
  [...(description ?? '').matchAll(/\S.{0,43}(?=\s|$)/g)].map(([line]) => line);

/** The lines inside a state, below its name and its description. `stays`: its transitions that lead nowhere else. */
export const stateLines = (state: ChartState, stays: readonly ChartTransition[]): readonly string[] => [
  ...state.invokes.map((name) => `◌ ${name}`),
  ...state.entry.map((name) => `entry / ${name}`),
  ...state.exit.map((name) => `exit / ${name}`),
  ...stays.map(stayLine),
];
