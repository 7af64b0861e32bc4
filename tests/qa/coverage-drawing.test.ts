import { expect, test } from 'vitest';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { chartTransitionsOf } from '../../src/qa/coverage/chart-transitions.ts';
import { coverageRemarks } from '../../src/qa/coverage/coverage-drawing.ts';

const moveId = (trigger: string, guard: string | null): string => {
  const { chart } = chartTransitionsOf(toastsMachine);
  const move = chart.moves.find(
    (one) => one.guard === guard && 'descriptor' in one.trigger && one.trigger.descriptor === trigger,
  );
  if (!move) throw new Error(`no transition ${trigger}`);
  return move.id;
};

const source = (taken: readonly [string, number][], refused: readonly [string, number][] = []) => ({
  taken: new Map(taken),
  refused: new Map(refused),
  pairs: new Map<string, number>(),
});

test('INSP-05 · a drawing names how often a transition was taken and its guard was false, by whom, and what never happened', () => {
  const { moves, chart } = chartTransitionsOf(toastsMachine);
  const pause = moveId('toast.pause', null);
  const add = moveId('toast.add', 'isNew');
  const close = moveId('toast.close', 'closesAll');
  const remarks = coverageRemarks({
    name: 'toasts',
    chart,
    moves,
    recorded: source([[pause, 12]], [[add, 3]]),
    generated: source([[add, 4]], [[close, 5]]),
  });
  expect([pause, add, close].map((id) => remarks.get(id))).toEqual([
    '● 12 ×',
    '○ paths 4 × · false 3 ×',
    '✕ never · false on paths 5 ×',
  ]);
  expect(remarks.get(moveId('toast.close', 'isOldest'))).toBe('✕ never · never false');
  expect(remarks.size).toBe(moves.length);
});
