import { expect, test } from 'vitest';
import { createActor, createMachine, type InspectionEvent } from 'xstate';
import { refusalsOf, type TakenTransition, takenTransition } from '../../src/qa/replay/taken-transition.ts';

const door = createMachine(
  {
    id: 'door',
    initial: 'shut',
    states: {
      shut: {
        on: {
          push: [{ guard: 'isLocked' }, { guard: { type: 'isHeavy', params: { kg: 9 } } }, { target: 'checked' }],
          knock: { guard: 'isAnyoneIn' },
        },
      },
      checked: {
        always: [
          { guard: 'isLocked', target: 'shut' },
          { guard: 'isAnyoneIn', target: 'open' },
        ],
      },
      open: {},
    },
  },
  { guards: { isLocked: () => false, isHeavy: () => false, isAnyoneIn: ({ event }) => event.type === 'knock' } },
);

const taken = (events: readonly string[], machine = door): readonly TakenTransition[] => {
  const seen: TakenTransition[] = [];
  const watch = (event: InspectionEvent): void => {
    if (event.type === '@xstate.microstep') seen.push(...event._transitions.map(takenTransition));
  };
  const actor = createActor(machine, { inspect: watch }).start();
  for (const type of events) actor.send({ type });
  actor.stop();
  return seen;
};

test('INSP-04 · a transition is printed with source, event, guard, earlier guards that failed, and targets', () => {
  expect(taken(['knock', 'push'])).toEqual([
    { source: 'door.shut', event: 'knock', guard: 'isAnyoneIn', refused: [], targets: [] },
    { source: 'door.shut', event: 'push', guard: null, refused: ['isLocked', 'isHeavy'], targets: ['door.checked'] },
  ]);
  const welcoming = door.provide({ guards: { isAnyoneIn: () => true } });
  expect(taken(['push'], welcoming)[1]).toEqual({
    source: 'door.checked',
    event: '',
    guard: 'isAnyoneIn',
    refused: ['isLocked'],
    targets: ['door.open'],
  });
});

test('INSP-04 · a message without a transition is explained by the guards that failed, per state that handles it', () => {
  const snapshot = createActor(door).start().getSnapshot();
  expect(refusalsOf(snapshot, 'knock')).toEqual([{ source: 'door.shut', event: 'knock', guards: ['isAnyoneIn'] }]);
  expect(refusalsOf(snapshot, 'push')[0]?.guards).toEqual(['isLocked', 'isHeavy']);
  expect(refusalsOf(snapshot, 'ring')).toEqual([]);
});
