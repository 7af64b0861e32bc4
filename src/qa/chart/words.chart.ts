import type { ChartMove, ChartState, Trigger } from './chart.types.ts';

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

/** A transition in the lines of its label: trigger, guard, actions. */
export const moveLines = ({ trigger, guard, actions }: ChartMove): readonly string[] => [
  triggerWords(trigger),
  ...(guard === null ? [] : [`[${guard}]`]),
  ...actionWords(actions),
];

/** What stands inside a state below its name; `stays` are its transitions that lead nowhere else. */
export const stateLines = (state: ChartState, stays: readonly ChartMove[]): readonly string[] => [
  ...state.invokes.map((name) => `◌ ${name}`),
  ...state.entry.map((name) => `entry / ${name}`),
  ...state.exit.map((name) => `exit / ${name}`),
  ...stays.map((move) => `${move.targets.length ? '↻ ' : ''}${moveLines(move).join(' ')}`),
];
